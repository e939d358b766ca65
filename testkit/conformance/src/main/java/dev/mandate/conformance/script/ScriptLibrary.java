package dev.mandate.conformance.script;

import io.vavr.collection.Array;
import io.vavr.control.Either;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The scripts of the interface, which this artifact carries. */
public final class ScriptLibrary {

    private static final String FOLDER = "/dev/mandate/conformance/scripts";
    private static final String ENDING = ".txt";

    private ScriptLibrary() {}

    /** Returns the scripts whose names are {@code wanted}, in order, or the problems of those that cannot be read. */
    public static Either<Array<ScriptProblem>, Array<Script>> load(Predicate<String> wanted) {
        Array<Either<ScriptProblem, Script>> read = files(wanted);
        Array<ScriptProblem> problems = read.flatMap(one -> one.swap().toOption());
        return problems.isEmpty() ? Either.right(read.map(Either::get).sortBy(Script::name)) : Either.left(problems);
    }

    private static Array<Either<ScriptProblem, Script>> files(Predicate<String> wanted) {
        try {
            URI place = Objects.requireNonNull(ScriptLibrary.class.getResource(FOLDER)).toURI();
            if (!"jar".equals(place.getScheme())) {
                return files(Path.of(place), wanted);
            }
            try (FileSystem jar = FileSystems.newFileSystem(place, Map.of())) {
                return files(jar.getPath(FOLDER), wanted);
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Array<Either<ScriptProblem, Script>> files(Path folder, Predicate<String> wanted) throws IOException {
        Array<Either<ScriptProblem, Script>> read = Array.empty();
        try (Stream<Path> walked = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) walked.filter(path -> path.toString().endsWith(ENDING))::iterator) {
                String path = folder.relativize(file).toString().replace('\\', '/');
                String name = path.substring(0, path.length() - ENDING.length());
                if (wanted.test(name)) {
                    read = read.append(ScriptParser.parse(name, Files.readString(file, StandardCharsets.UTF_8)));
                }
            }
        }
        return read;
    }
}
