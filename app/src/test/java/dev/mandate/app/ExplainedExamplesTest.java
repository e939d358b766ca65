package dev.mandate.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vavr.collection.Array;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples in {@code docs/explain.md} are what {@code mandate explain} prints. */
class ExplainedExamplesTest extends CommandFixture {

    /** Rewrite them: {@code ./mvnw -pl app -am test -Dtest=ExplainedExamplesTest -Dmandate.rewrite=true -Dsurefire.failIfNoSpecifiedTests=false}. */
    private static final Path PAGE = Path.of("../docs/explain.md");

    private static final Pattern BASE64 = Pattern.compile("```base64\n(.*?)```", Pattern.DOTALL);
    private static final Pattern TEXT = Pattern.compile("```text\n(.*?)```", Pattern.DOTALL);

    @TempDir
    private Path folder;

    @Test
    void eachExampleIsWhatTheCommandPrints() throws IOException {
        String page = Files.readString(PAGE);
        Array<String> given = blocks(BASE64, page);
        Array<String> shown = blocks(TEXT, page);
        assertEquals(2, given.length());
        Array<String> printed = Array.of(printed(0, given.get(0)), printed(1, given.get(1)));
        if (Boolean.getBoolean("mandate.rewrite")) {
            Files.writeString(PAGE, page.replace(shown.get(0), printed.get(0)).replace(shown.get(1), printed.get(1)));
        }

        assertEquals(blocks(TEXT, Files.readString(PAGE)), printed);
    }

    private static Array<String> blocks(Pattern pattern, String page) {
        return Array.ofAll(pattern.matcher(page).results().toList()).map((MatchResult block) -> block.group(1));
    }

    private String printed(int code, String base64) throws IOException {
        Path file = Files.writeString(folder.resolve("transaction"), base64);
        out.getBuffer().setLength(0);
        assertEquals(code, mandate("explain", "--network", "devnet", file.toString()));
        return out.toString();
    }
}
