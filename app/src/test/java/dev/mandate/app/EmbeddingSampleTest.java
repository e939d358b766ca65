package dev.mandate.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.store.jdbc.StoreReader;
import dev.mandate.adapters.store.sqlite.SqliteReader;
import dev.mandate.domain.account.Threshold;
import dev.mandate.ports.api.custody.AccountView;
import dev.mandate.ports.spi.journal.StreamId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddingSampleTest {

    private static final Path SOURCE = Path.of("src/test/java/dev/mandate/app/EmbeddingSample.java");
    private static final Path README = Path.of("../README.md");

    @Test
    void readmeShowsTheSampleThatIsCompiled() throws IOException {
        String source = Files.readString(SOURCE);
        String shown = source.substring(
                        source.indexOf("// README begins") + "// README begins".length(),
                        source.indexOf("// README ends"))
                .stripTrailing()
                .stripIndent();
        assertTrue(Files.readString(README).contains("```java" + shown + "\n```"), "README lags behind:" + shown);
    }

    @Test
    void theSampleMakesAnAccountOnTheChainAndNotesItOnTheDisk(@TempDir Path folder) throws IOException {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream before = System.out;
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        AccountView account;
        try {
            account = EmbeddingSample.run(folder);
        } finally {
            System.setOut(before);
        }
        String refusal = printed.toString(StandardCharsets.UTF_8).lines().toList().getLast();
        assertTrue(Files.readString(README).contains("\n    " + refusal + "\n"), "README shows another refusal than " + refusal);
        assertEquals(new Threshold(2), account.settings().roster().threshold());
        try (StoreReader reader = SqliteReader.open(folder).get()) {
            assertEquals(1, reader.version(new StreamId("smart-account", "devnet/" + account.ref().address())));
        }
    }
}
