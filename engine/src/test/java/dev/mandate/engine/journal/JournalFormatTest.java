package dev.mandate.engine.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.engine.Engines;
import dev.mandate.engine.events.EventRows;
import dev.mandate.engine.webhook.WebhookRows;
import io.vavr.collection.Seq;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What is in a journal is read for good. So another shape is the next version of its type. */
class JournalFormatTest {

    private static final String FENCE = "```";

    @Test
    void everyShapeIsAsTheDocumentSays() throws IOException {
        Seq<EntityType<?, ?>> types = Engines.projections().map(projection -> (EntityType<?, ?>) projection.fold());
        String document = Files.readString(Path.of("../docs/journal.md"));
        String listed = document.substring(document.indexOf(FENCE) + FENCE.length(), document.lastIndexOf(FENCE)).strip();

        assertEquals(
                types.map(type -> type.format().mkString("\n")).append(EventRows.format().mkString("\n")).append(WebhookRows.format().mkString("\n")).mkString("\n\n"),
                listed,
                "docs/journal.md lists other shapes or versions: docs/upgrading.md says how a recorded type changes");
    }
}
