import { Module } from '@nestjs/common';
import { Turns } from './turns.js';

@Module({ providers: [Turns], exports: [Turns] })
export class TurnModule {}
