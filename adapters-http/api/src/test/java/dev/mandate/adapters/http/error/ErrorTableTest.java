package dev.mandate.adapters.http.error;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.FailureCode;
import io.vavr.collection.Array;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The documented table of errors is that of the codes. */
class ErrorTableTest {

    private static final Path PAGE = Path.of("..", "..", "docs", "errors.md");

    @Test
    void theDocumentedTableIsTheTableOfCodes() throws IOException {
        String documented =
                Files.readAllLines(PAGE).stream().filter(line -> line.matches("\\| \\d+ .*")).collect(Collectors.joining("\n"));
        assertEquals(Status.CODES.map(ErrorTableTest::row).mkString("\n"), documented);
    }

    private static String row(FailureCode code) {
        return "| %d | `%s` | %s |".formatted(Status.of(code), code.word(), code.meaning());
    }

    @Test
    void noWordHasTwoCodes() {
        Array<String> words = Status.CODES.map(FailureCode::word);
        assertEquals(ServerCode.values().length + ErrorCode.values().length, words.distinct().length());
    }
}
