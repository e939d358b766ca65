package dev.mandate.ports.refusal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ErrorTableTest {

    private static final Path PAGE = Path.of("..", "docs", "errors.md");

    @Test
    void theDocumentedTableIsTheTableOfCodes() throws IOException {
        String documented =
                Files.readAllLines(PAGE).stream().filter(line -> line.matches("\\| \\d+ .*")).collect(Collectors.joining("\n"));
        assertEquals(
                Arrays.stream(ErrorCode.values()).map(ErrorTableTest::row).collect(Collectors.joining("\n")), documented);
    }

    private static String row(ErrorCode code) {
        return "| %d | `%s` | %s |".formatted(code.status(), code.word(), code.meaning());
    }

    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void aCodeIsASnakeCaseWordWithASentence(ErrorCode code) {
        assertTrue(code.word().matches("[a-z]+(_[a-z0-9]+)*"), code.word());
        assertTrue(code.meaning().endsWith("."), code.meaning());
        assertTrue(code.status() >= 400 && code.status() < 600, code.word());
    }
}
