package dev.mandate.app.sample;

import static dev.mandate.app.sample.SampleClient.ACCOUNTS;
import static dev.mandate.app.sample.SampleClient.KEY_HEADER;
import static dev.mandate.app.sample.SampleClient.bearer;
import static dev.mandate.app.sample.SampleClient.terms;
import static dev.mandate.app.sample.SampleClient.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.journal.InMemoryJournal;
import io.vavr.collection.HashSet;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** What a client sees after a backup was put back. */
class RestoredJournalTest {

    @TempDir
    private Path data = Path.of("");

    private final SimulatedChain chain = new SimulatedChain(SampleService.START);
    private final InMemoryJournal journal = new InMemoryJournal();
    private InMemoryJournal backup = journal;
    private OperatorSecret secret;
    private SampleService service;
    private Headers acme;

    @BeforeEach
    void start() {
        secret = OperatorSecret.openOrCreate(data.resolve(OperatorSecret.NAME)).get();
        service = new SampleService(journal, secret, chain, SampleService.START);
        chain.fund(service.feePayer, BaseUnits.of(1_000 * SampleService.SOL));
        acme = bearer(service.keys.create(new Tenant("acme"), "acme", HashSet.of(Scope.values())).token());
        backup = journal.copy();
    }

    private ObjectNode create(SampleService by, Headers headers, String body) {
        return by.served(headers, "POST", ACCOUNTS, body);
    }

    @Test
    void theSameRequestGetsTheSameAnswer() {
        Headers named = acme.with(KEY_HEADER, "an-order");
        ObjectNode created = create(service, named, terms(""));
        SampleService restored = new SampleService(backup, secret, chain, service.now);

        assertEquals(created, create(restored, named, terms("")));

        assertEquals("created", text(created, "status"));
        ObjectNode submission = restored.served(acme, "GET", "/api/v1/submissions/" + text(created, "submission_id"), "");
        assertEquals("confirmed", text(submission, "status"), submission::toString);
        restored.refused("idempotency_key_reused", named, "POST", ACCOUNTS, terms(",'time_lock':60"));
    }

    /** Method and path are part of the request, as they are of its recorded answer. */
    @Test
    void anotherPathIsAnotherRequest() {
        Headers named = acme.with(KEY_HEADER, "an-order");
        String account = text(create(service, named, terms("")), "smart_account_address");
        SampleService restored = new SampleService(backup, secret, chain, service.now);

        ObjectNode other = restored.served(named, "POST", "/api/v0/smart_account/transaction/create", terms(""));

        assertNotEquals(account, text(other, "smart_account_address"));
        assertEquals(account, text(create(restored, named, terms("")), "smart_account_address"));
    }
}
