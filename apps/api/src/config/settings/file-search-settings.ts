import { IsInt, IsNotEmpty, IsOptional, IsString, Max, Min } from 'class-validator';
import { maxChunksPerFile } from '@org/engine';

/** `tools.fileSearch` in service.yaml: vector stores, and the search in them. */
export class FileSearchSettings {
  /** Name of the embedding model by which files are found by their meaning. Default: they are found by their words alone. */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  embedding?: string;

  /** Name of the model that reorders what a search found. Default: none. */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  reranker?: string;

  /** Maximum number of vector stores per owner. */
  @IsInt()
  @Min(0)
  @Max(1_000_000)
  maxVectorStores: number = 1000;

  /** Maximum number of files per vector store. */
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  maxFilesPerVectorStore: number = 10_000;

  /** Maximum number of chunks per file. */
  @IsInt()
  @Min(1)
  @Max(maxChunksPerFile)
  maxChunksPerFile: number = maxChunksPerFile;

  /** Maximum bytes of a file in a vector store. */
  @IsInt()
  @Min(1024)
  @Max(268_435_456)
  maxFileBytes: number = 33_554_432;

  /** Maximum number of files that this process reads at a time. */
  @IsInt()
  @Min(1)
  @Max(64)
  concurrency: number = 2;
}
