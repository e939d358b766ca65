package dev.mandate.engine.tenant;

import static dev.mandate.engine.tenant.ServiceFixture.ACME;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.review.GrantedRole.Role;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.domain.transaction.TransactionContent.VaultInstructions;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.domain.transaction.VotePurpose;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.ports.api.tenant.CreationOrder;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** To whom a vault hands control is looked at where others have put it on the chain, too. */
class HandedOverWithinTest {

    private final ServiceFixture fixture = new ServiceFixture();
    private final SquadsV4Program program = SquadsV4Program.PUBLIC;
    private final TenantService service = fixture.service(ACME);
    private final Address ann = fixture.ann.address();
    private final AccountRef account = selfGoverned();

    @Test
    void handoverToAKeylessAddressIsRefused() {
        Address nobody = program.vaultAddress(program.locate(TestKey.of("nobody").address()), 0);

        assertRefused(new SubmissionRefusal.Reviewed(new ReviewFinding.CannotSign(Role.ADMIN, nobody)), nobody);
    }

    @Test
    void neitherApprovedNorExecutedForTheOperator() {
        Address operator = fixture.operator.feePayer();

        assertRefused(new SubmissionRefusal.Reviewed(new ReviewFinding.OperatorAppointed(Role.ADMIN, operator)), operator);
    }

    @Test
    void handoverToAKeyIsApprovedAndExecuted() {
        VaultInstructions content = handingOverTo(fixture.bob.address());
        byAnotherClient(creation(content), proposal());

        ServiceFixture.assertConfirmed(submit(approval(content)).get());
        ServiceFixture.assertConfirmed(submit(execution(content)).get());
    }

    private void assertRefused(SubmissionRefusal refused, Address next) {
        VaultInstructions content = handingOverTo(next);
        byAnotherClient(creation(content), proposal());
        assertEquals(Either.left(refused), submit(approval(content)));

        byAnotherClient(approval(content));
        assertEquals(Either.left(refused), submit(execution(content)));
    }

    private VaultInstructions handingOverTo(Address next) {
        Instruction handOver = program.encode(
                account,
                new Operation.HandOver(account.address(), account.address(), new AdminControl.HeldBy(next), Option.none()));
        return program.store(account, 0, Array.of(handOver), Array.empty()).get();
    }

    private Instruction creation(VaultInstructions content) {
        return program.encode(account, new Operation.CreateTransaction(ann, ann, 1, content, Option.none()));
    }

    private Instruction proposal() {
        return program.encode(account, new Operation.CreateProposal(ann, ann, 1));
    }

    private Instruction approval(VaultInstructions content) {
        return program.encode(
                account,
                new Operation.CastVote(
                        ann, 1, Vote.APPROVE, Option.some(new VotePurpose(1, program.fingerprint(content)).toMemo())));
    }

    private Instruction execution(VaultInstructions content) {
        return program.encode(account, new Operation.ExecuteInstructions(ann, 1, content, Array.empty()));
    }

    private void byAnotherClient(Instruction... instructions) {
        assertInstanceOf(SendOutcome.Accepted.class, fixture.devnet.send(fixture.signed(instructions)).get());
    }

    private Either<SubmissionRefusal, Submission> submit(Instruction instruction) {
        Bytes transaction = fixture.signed(instruction);
        return service.submit(account.address(), transaction, Array.empty(), new Retry.Unnamed());
    }

    private AccountRef selfGoverned() {
        AccountRef governed = service.create(ACME.keyLine(), 
                        new CreationOrder(fixture.administeredBy(ann)), new Retry.Unnamed())
                .get()
                .account();
        fixture.devnet.fund(governed.address(), BaseUnits.of(ServiceFixture.SOL));
        Bytes handOver = fixture.signed(service
                .build(new BuildRequest.HandOverAdmin(
                        governed.address(), new AdminControl.HeldBy(governed.address()), BuildOptions.DEFAULT))
                .get());
        assertInstanceOf(SendOutcome.Accepted.class, fixture.devnet.send(handOver).get());
        return governed;
    }
}
