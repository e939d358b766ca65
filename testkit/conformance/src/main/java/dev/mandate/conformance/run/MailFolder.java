package dev.mandate.conformance.run;

import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The folder where the server writes its mails. Each mail is read once. */
final class MailFolder {

    private static final Pattern CODE = Pattern.compile("\\b[0-9]{6}\\b");

    private final Path folder;
    private Set<Path> read = HashSet.empty();

    MailFolder(Path folder) {
        this.folder = folder;
    }

    /** Returns the code in a mail to {@code email} that was not read before. */
    Option<String> nextCode(String email) {
        if (!Files.isDirectory(folder)) {
            return Option.none();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return Array.ofAll(files.sorted().toList())
                    .filter(file -> !read.contains(file) && Files.isRegularFile(file))
                    .iterator()
                    .flatMap(file -> code(file, email))
                    .headOption();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private Option<String> code(Path file, String email) {
        try {
            String mail = Files.readString(file, StandardCharsets.UTF_8);
            Matcher found = CODE.matcher(mail);
            Option<String> code = Option.when(mail.contains(email) && found.find(), found::group);
            read = code.isDefined() ? read.add(file) : read;
            return code;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
