package dev.mandate.adapters.store.sqlite;

import dev.mandate.adapters.store.StoreProblem;
import java.nio.file.Path;

/** A process that tries to open a folder and prints the result, for {@link ReadOnlyDiskTest}. */
final class ReadOnlyProbe {

    private ReadOnlyProbe() {}

    /** Takes the folder. */
    public static void main(String[] arguments) {
        Path folder = Path.of(arguments[0]);
        System.out.println("store " + SqliteStore.open(folder).fold(ReadOnlyProbe::name, store -> "opened"));
        System.out.println("reader " + SqliteReader.open(folder).fold(ReadOnlyProbe::name, reader -> "opened"));
    }

    private static String name(StoreProblem problem) {
        return problem.getClass().getSimpleName() + ": " + problem.text();
    }
}
