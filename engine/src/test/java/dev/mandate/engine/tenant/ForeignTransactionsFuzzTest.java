package dev.mandate.engine.tenant;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.SubmitRequest;
import dev.mandate.testsupport.fuzz.FuzzRun;
import dev.mandate.testsupport.fuzz.Mutations;
import io.vavr.collection.Array;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever a transaction holds, it is prepared, proposed and submitted, or refused: its instructions are read by the review and by filters. */
@Tag("fuzz")
@Timeout(7_200)
class ForeignTransactionsFuzzTest {

    private static final BuildOptions ACKNOWLEDGING = BuildOptions.DEFAULT.acknowledging(Array.of(GiveawayWarning.Code.values()));

    private final FuzzFixture fixture = new FuzzFixture();
    private final Array<Address> both = Array.of(fixture.ann, fixture.bob);

    @Test
    void everyTransactionIsTakenOrRefused() {
        fixture.chain.takeNothing();
        FuzzRun.play(5, random -> {
            for (Bytes whole : fixture.transaction(random, random.nextBoolean() ? fixture.ann : fixture.account)) {
                boolean signed = random.nextInt(3) == 0;
                Bytes transaction = signed ? fixture.parties.keys.sign(whole) : whole;
                play(random.nextInt(5) == 0 ? Mutations.bytes(transaction, random) : transaction, signed, random);
            }
        });
    }

    private void play(Bytes transaction, boolean signed, Random random) {
        Object unused = signed
                ? fixture.service.submit(
                        SubmitRequest.of(fixture.account, transaction).acknowledging(Array.of(GiveawayWarning.Code.values())),
                        new Retry.Unnamed())
                : fixture.service.validate(random.nextInt(3) == 0
                        ? new BuildRequest.Propose(fixture.account, new Proposable.Transaction(transaction), fixture.ann, ACKNOWLEDGING)
                        : new BuildRequest.Prepare(fixture.account, transaction, both, ACKNOWLEDGING));
    }
}
