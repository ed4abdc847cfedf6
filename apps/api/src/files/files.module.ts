import { Module } from '@nestjs/common';
import { Files } from './files.js';
import { FilesController } from './files.controller.js';

@Module({ controllers: [FilesController], providers: [Files] })
export class FilesModule {}
