package dev.mandate.engine.tenant;

import static dev.mandate.engine.tenant.ServiceFixture.ACME;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.Solana;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A client repeats a submission that landed, and the journal does not know it: it was restored from an older backup. */
class RestoredJournalTest {

    @RegisterExtension
    private final ServiceFixture fixture = new ServiceFixture();

    private final Address account = fixture.account(ACME);
    private final TransactionPlan built = fixture.change(fixture.service(ACME), account, 60);
    private final Bytes unsigned = built.single().unsigned().transaction();
    private final Bytes signed = fixture.signed(built);
    private final InMemoryJournal backup = fixture.journal.copy();

    private Either<SubmissionRefusal, Submission> repeat(Bytes transaction) {
        return submit(fixture.engine(fixture.devnet, backup, ServiceFixture.GENEROUS).service(Network.DEVNET, ACME.tenant()).get(), transaction);
    }

    private Either<SubmissionRefusal, Submission> submit(TenantService service, Bytes transaction) {
        return service.submit(account, transaction, Array.empty(), new Retry.Unnamed());
    }

    private static void assertSame(Submission first, Submission again) {
        assertEquals(Array.of(first.id(), first.signature(), first.state()), Array.of(again.id(), again.signature(), again.state()));
    }

    @Test
    void answersWithTheLandedTransaction() {
        Submission first = submit(fixture.service(ACME), signed).get();
        fixture.letNothingLandAnyMore();

        assertSame(first, repeat(signed).get());
    }

    @Test
    void findsTheMessageAlsoIfTheRepeatedRequestLacksSignatures() {
        Submission first = submit(fixture.service(ACME), signed).get();
        fixture.letNothingLandAnyMore();

        assertSame(first, repeat(unsigned).get());
    }

    @Test
    void findsTheMessageAlsoUnderAnotherSignature() {
        Bytes other = WireTransaction.parse(signed).get()
                .withSignature(fixture.ann.address(), fixture.ann.signOtherwise(built.single().unsigned().message())).get()
                .serialize();
        Submission first = submit(fixture.service(ACME), other).get();
        fixture.letNothingLandAnyMore();

        assertSame(first, repeat(signed).get());
    }

    @Test
    void refusesATransactionThatNeverLanded() {
        fixture.letNothingLandAnyMore();

        assertInstanceOf(SubmissionRefusal.BlockhashExpired.class, repeat(signed).getLeft());
        assertInstanceOf(SubmissionRefusal.SignaturesMissing.class, repeat(unsigned).getLeft());
    }

    /** Every address of the message has a longer history than a search reads. */
    @Tag("full")
    @Test
    void saysNothingFinalIfTheHistoryIsTooLong() {
        TestKey payer = fixture.ann;
        fixture.letNothingLandAnyMore();
        for (int i = 1; i <= Chain.MAX_HISTORY; i++) {
            Instruction transfer = SystemProgram.transfer(payer.address(), fixture.bob.address(), BaseUnits.of(i));
            assertInstanceOf(
                    SendOutcome.Accepted.class,
                    fixture.devnet.send(fixture.signed(new Instruction(
                                    transfer.program(),
                                    transfer.accounts().toArray().appendAll(ofTheAccount()).append(AccountMeta.signer(fixture.bob.address())),
                                    transfer.data())))
                            .get());
        }
        fixture.letNothingLandAnyMore();

        assertEquals(Either.left(new SubmissionRefusal.HistoryIncomplete()), repeat(unsigned));
        assertInstanceOf(SubmissionRefusal.BlockhashExpired.class, repeat(signed).getLeft(), "its signature was looked for");
    }

    private Array<AccountMeta> ofTheAccount() {
        return Array.of(
                        built.account().settings().address(),
                        Solana.SQUADS_V4.program().transactionAddress(built.account(), 1))
                .map(AccountMeta::readonly);
    }
}
