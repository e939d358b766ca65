package dev.mandate.app.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.adapters.http.exchange.ReplyStream;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.api.events.EventType;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.simulator.journal.InMemoryJournal;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.security.GeneralSecurityException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The events of a script that records everything that can be recorded. */
class SampleEventsTest {

    /** What the journal records, and what is told of it. Others are told by none, or by some of their kind. */
    private static final Map<String, String> ALWAYS_TOLD = LinkedHashMap.<String, String>empty()
            .put("submission-sending", "submission.sent")
            .put("submission-confirmed", "submission.confirmed")
            .put("submission-failed", "submission.failed")
            .put("submission-expired", "submission.expired")
            .put("submission-indeterminate", "submission.stuck")
            .put("stuck-submission-noticed", "submission.stuck")
            .put("engine-limit-landed", "limit.created")
            .put("engine-limit-spent", "limit.used")
            .put("identity-verified", "authority.signed_in")
            .put("identity-refreshed", "authority.refreshed")
            .put("account-filters-filtered", "filters.changed")
            .put("account-filters-listed", "filters.changed")
            .put("allowed-nonces-allowed", "nonce.allowed")
            .put("allowed-nonces-withdrawn", "nonce.removed")
            .put("tenant-standing-suspended", "tenant.suspended")
            .put("tenant-standing-resumed", "tenant.resumed")
            .put("api-key-made", "api_key.created")
            .put("api-key-ended", "api_key.ended")
            .put("api-key-revoked", "api_key.ended");

    /** Signatures follow from accounts that are in no order, and differ. */
    private static final Pattern SIGNATURE = Pattern.compile("[1-9A-HJ-NP-Za-km-z]{64,90}");

    private static final String SOME_SIGNATURE =
            "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW";

    private static final Path DOCUMENT = Path.of("../docs/events.md");
    private static final String BEGIN = "<!-- examples -->\n";

    @TempDir
    private Path data = Path.of("");

    private final InMemoryJournal store = new InMemoryJournal();
    private Array<SampleClient> tenants = Array.empty();

    @BeforeEach
    void play() throws GeneralSecurityException, IOException {
        SampleScript script = new SampleScript(store, JournalSample.secret(data));
        var unused = script.play();
        tenants = Array.of(script.client());
    }

    private Array<ObjectNode> pages(Headers headers, int limit) {
        Array<ObjectNode> all = Array.empty();
        JsonNode page;
        String after = "0";
        do {
            page = tenants.head().served(headers, "GET", "/api/v1/events?limit=" + limit + "&after=" + after, "");
            all = all.appendAll(Array.ofAll(page.get("items")).map(item -> (ObjectNode) item));
            after = page.get("position").asString();
        } while (!page.get("next_cursor").isNull());
        return all;
    }

    private Headers rival() {
        return SampleClient.bearer(tenants.head().service.rivalToken);
    }

    @Test
    void eachRecordedChangeIsToldOnceToWhomItConcerns() {
        Array<ObjectNode> told = pages(tenants.head().acme, 7).appendAll(pages(rival(), 3));
        Array<RecordedEvent> recorded = Array.ofAll(store.events(0, Journal.MAX_PAGE).items());

        Map<String, Integer> expected = recorded.flatMap(event -> ALWAYS_TOLD.get(event.payload().type()))
                .groupBy(type -> type)
                .mapValues(Array::length);
        // Limits that the chain keeps are told by the watcher.
        Map<String, Integer> actual = told.filter(event -> !event.get("data").has("used_base_units"))
                .map(event -> event.get("type").asString())
                .filter(ALWAYS_TOLD.values()::contains)
                .groupBy(type -> type)
                .mapValues(Array::length);
        assertEquals(expected, actual);
        assertEquals(told.length(), told.map(event -> event.get("id")).distinct().length());
        assertEquals(Array.of(EventType.values()).map(EventType::word).toSet(), told.map(event -> event.get("type").asString()).toSet());
        told.filter(event -> !event.get("account_position").isNull())
                .groupBy(event -> event.get("smart_account_address").asString() + event.get("network") + isRivals(event))
                .values()
                .forEach(of -> assertEquals(
                        Array.rangeClosed(1L, (long) of.length()), of.map(event -> event.get("account_position").asLong())));
    }

    private boolean isRivals(ObjectNode event) {
        return pages(rival(), 100).contains(event);
    }

    @Test
    void aStreamSendsWhatPagesHave() throws InterruptedException {
        Array<ObjectNode> events = pages(tenants.head().acme, 100);
        long middle = events.get(events.length() / 2).get("position").asLong();

        assertEquals(events, streamed(tenants.head().acme));
        assertEquals(
                events.filter(event -> event.get("position").asLong() > middle),
                streamed(tenants.head().acme.with("last-event-id", Long.toString(middle))));
    }

    private Array<ObjectNode> streamed(Headers headers) throws InterruptedException {
        Reply reply = tenants.head().service.ask(headers, "GET", "/api/v1/events/stream", "");
        assertEquals(200, reply.status());
        StringBuilder text = new StringBuilder();
        try (ReplyStream stream = reply.rest().get()) {
            for (Bytes piece = stream.next().get(); piece.length() > 0; piece = stream.next().get()) {
                text.append(new String(piece.toArray(), StandardCharsets.UTF_8));
            }
        }
        return Array.of(text.toString().split("\n", -1))
                .filter(line -> line.startsWith("data: "))
                .map(line -> Json.parseObject(Bytes.of(line.substring(6).getBytes(StandardCharsets.UTF_8))).get());
    }

    @Test
    void whoAsksForRemovedEventsIsToldWhereToGoOn() throws InterruptedException {
        SampleClient client = tenants.head();
        long last = pages(client.acme, 100).last().get("position").asLong();
        client.service.pass(60);
        client.service.removeEvents();
        client.fund(client.account, 1);
        client.lands(client.change());

        ObjectNode refused = Json.parseObject(client.service.ask(client.acme, "GET", "/api/v1/events?after=0", "").body()).get();
        assertEquals("events_gone", refused.get("code").asString());
        assertEquals("after=" + last, refused.at("/remedy/any_of/0/query").asString());
        client.service.refused("events_gone", client.acme.with("last-event-id", "1"), "GET", "/api/v1/events/stream", "");
        JsonNode kept = client.served(client.acme, "GET", "/api/v1/events?after=" + last, "").get("items");
        assertEquals(
                Array.of("submission.sent", "submission.confirmed"), Array.ofAll(kept).map(event -> event.get("type").asString()));
        assertEquals(Array.ofAll(kept), streamed(client.acme));
    }

    @Test
    void onlySixteenStreamsOfATenantAreOpen() {
        Array<ReplyStream> open = Array.fill(16, () -> tenants.head().service.ask(tenants.head().acme, "GET", "/api/v1/events/stream", ""))
                .map(reply -> reply.rest().get());
        tenants.head().service.refused("rate_limited", tenants.head().acme, "GET", "/api/v1/events/stream", "");
        assertEquals(200, tenants.head().service.ask(rival(), "GET", "/api/v1/events/stream", "").status());

        open.head().close();

        assertEquals(200, tenants.head().service.ask(tenants.head().acme, "GET", "/api/v1/events/stream", "").status());
    }

    @Test
    void aPageHoldsWhatItsQuerySelects() {
        Headers acme = tenants.head().acme;
        String account = tenants.head().account;
        Array<ObjectNode> all = pages(acme, 100);
        JsonNode page = tenants.head()
                .served(acme, "GET", "/api/v1/events?limit=100&type=filters.*&type=nonce.allowed&smart_account_address=" + account, "");

        assertEquals(
                all.filter(event -> event.get("smart_account_address").asString().equals(account)
                        && event.get("type").asString().matches("filters[.].*|nonce[.]allowed")),
                Array.ofAll(page.get("items")));
        tenants.head().service.refused("bad_query", acme, "GET", "/api/v1/events?type=filters", "");
        tenants.head().service.refused("bad_query", acme, "GET", "/api/v1/events?after=-1", "");
    }

    /** Rewrite it: {@code ./mvnw -pl app -am test -Dtest=SampleEventsTest -Dmandate.rewrite=true -Dsurefire.failIfNoSpecifiedTests=false}. */
    @Test
    void theDocumentHasAnExampleOfEachType() throws IOException {
        Array<ObjectNode> told = pages(tenants.head().acme, 100);
        String made = Array.of(EventType.values())
                .map(type -> told.find(event -> event.get("type").asString().equals(type.word())).get())
                .map(event -> event.put("id", "evt_" + "0123456789abcdef".repeat(2)))
                .map(event -> "`" + event.get("type").asString() + "`\n\n```json\n" + SIGNATURE.matcher(event.toPrettyString()).replaceAll(SOME_SIGNATURE)
                        + "\n```\n")
                .mkString("\n");
        String document = Files.readString(DOCUMENT);
        String before = document.substring(0, document.indexOf(BEGIN) + BEGIN.length());

        if (Boolean.getBoolean("mandate.rewrite")) {
            Files.writeString(DOCUMENT, before + "\n" + made);
        }

        assertEquals(before + "\n" + made, Files.readString(DOCUMENT));
        assertTrue(Array.of(EventType.values()).forAll(type -> before.contains("| `" + type.word() + "` |")));
    }
}
