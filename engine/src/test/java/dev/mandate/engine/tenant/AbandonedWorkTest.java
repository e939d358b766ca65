package dev.mandate.engine.tenant;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.engine.Engines;
import dev.mandate.engine.audit.AuditTrust;
import dev.mandate.engine.audit.LogFinding;
import dev.mandate.engine.audit.LogVerifier;
import dev.mandate.engine.submission.SubmissionRepository;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.spi.outbox.Claim;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.api.tenant.Creation;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** Somebody deletes messages from the outbox, and with them what the workers would have finished. */
class AbandonedWorkTest {

    private final ServiceFixture fixture = new ServiceFixture();

    private Seq<LogFinding> audit() {
        return LogVerifier.verify(fixture.journal.audit(), Engines.projections(), AuditTrust.NONE, () -> fixture.now).findings();
    }

    @Test
    void anUnfinishedSubmissionWithoutAMessageIsFoundAndTheCreationThatWaitsForIt() {
        Creation pending = fixture.deaf().create(ServiceFixture.ACME.keyLine(), fixture.order(), new Retry.Unnamed()).get();
        assertEquals(Creation.Status.PENDING, pending.status());
        assertEquals(Array.empty(), audit());

        Delivery message = fixture.journal.outbox().claim(Claim.of(SubmissionRepository.TOPIC, fixture.now, 30)).get();
        assertEquals(Option.none(), fixture.journal.outbox().done(message.lease()));

        assertEquals(
                Array.of("creation/devnet/" + pending.account().address(), "submission/" + pending.submission().text()),
                audit().map(LogFinding.MessageMissing.class::cast).map(missing -> missing.row().toString()).sorted());
    }
}
