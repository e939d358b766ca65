package dev.mandate.engine;

import static dev.mandate.engine.EngineFixture.execute;
import static dev.mandate.engine.EngineFixture.prepare;
import static dev.mandate.engine.EngineFixture.votes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.review.VoteProblem;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.squadsv4.SquadsAddresses;
import dev.mandate.solana.squadsv4.SquadsV4;
import dev.mandate.solana.squadsv4.instruction.VaultTransactionCreate;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** Instructions that another client proposed, and that could never be executed: no votes are spent on them. */
class ForeignContentTest {

    private static final SquadsV4Program PROGRAM = SquadsV4Program.PUBLIC;

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address shop = fixture.person("shop");
    private final Address account = fixture.account(NewAccount.of(1, ann));
    private final AccountRef ref = fixture.custody.account(account).get().ref();
    private final Address otherVault = PROGRAM.vaultAddress(ref, 1);
    private final SquadsAddresses addresses = new SquadsAddresses(SquadsV4.PROGRAM);

    @Test
    void anotherVaultNeverSigns() {
        propose(0, transfer(otherVault));

        assertNever(new BuildRefusal.KeylessInside(otherVault));
    }

    @Test
    void theTransactionsOwnEphemeralSignersDoSign() {
        Address first = ephemeral(0);
        propose(1, transfer(first));

        fixture.lands(votes(account, 1, Vote.APPROVE, ann));
        fixture.ledger.fund(first, EngineFixture.SOL);
        fixture.lands(execute(account, 1, ann));
        assertEquals(10 * EngineFixture.SOL + 1, fixture.ledger.lamports(shop));
    }

    @Test
    void anEphemeralSignerThatTheTransactionHasNotNeverSigns() {
        propose(1, transfer(ephemeral(1)));

        assertNever(new BuildRefusal.KeylessInside(ephemeral(1)));
    }

    @Test
    void noDurableNonceIsAdvancedInside() {
        Address nonce = fixture.ledger.nonce(fixture.key("nonce"), account);
        propose(0, transfer(account), SystemProgram.advanceNonce(nonce, account));

        assertNever(new BuildRefusal.NonceInside(1, nonce));
    }

    @Test
    void contentThatAdvancesANonceIsNotSubmitted() {
        Address nonce = fixture.ledger.nonce(fixture.key("nonce"), account);
        TransactionContent content = PROGRAM.store(
                        ref, 0, Array.of(transfer(account), SystemProgram.advanceNonce(nonce, account)), Array.empty())
                .get();
        Instruction create = PROGRAM.encode(ref, new Operation.CreateTransaction(ann, ann, 1, content, Option.none()));

        assertInstanceOf(VoteProblem.ContentOpaque.class, Findings.vote(fixture.submit(account, fixture.signed(ClientTransactions.transaction(ann, create))).getLeft()));
    }

    @Test
    void aDeactivatedLookupTableIsNotUsed() {
        LookupTable table = fixture.ledger.table(fixture.key("table"), shop);
        fixture.lands(new BuildRequest.Propose(
                account,
                new Proposable.Transaction(ClientTransactions.transaction(account, table, transfer(account))),
                ann,
                BuildOptions.DEFAULT));
        fixture.ledger.deactivate(table);
        BuildRefusal refused = new BuildRefusal.TableDeactivated(table.table());

        assertNever(refused);
        assertEquals(
                refused,
                fixture.refusal(prepare(account, ClientTransactions.transaction(account, table, transfer(account)), ann)));
    }

    private void assertNever(BuildRefusal refused) {
        assertEquals(refused, fixture.refusal(votes(account, 1, Vote.APPROVE, ann)));
        fixture.allows(votes(account, 1, Vote.REJECT, ann));
        fixture.landsBesides(ann, PROGRAM.encode(ref, new Operation.CastVote(ann, 1, Vote.APPROVE, Option.none())));
        assertEquals(refused, fixture.refusal(execute(account, 1, ann)));
        fixture.lands(votes(account, 1, Vote.CANCEL, ann));
    }

    private Address ephemeral(int index) {
        return addresses.ephemeralSigner(PROGRAM.transactionAddress(ref, 1), index).address();
    }

    private Instruction transfer(Address from) {
        return SystemProgram.transfer(from, shop, BaseUnits.of(1));
    }

    private void propose(int ephemeralSigners, Instruction... instructions) {
        TransactionContent.VaultInstructions content =
                PROGRAM.store(ref, 0, Array.of(instructions), Array.empty()).get();
        fixture.landsBesides(
                ann,
                new VaultTransactionCreate(
                        ref.settings(),
                        PROGRAM.transactionAddress(ref, 1),
                        ann,
                        ann,
                        0,
                        ephemeralSigners,
                        content.message(),
                        Option.none()));
        fixture.landsBesides(ann, PROGRAM.encode(ref, new Operation.CreateProposal(ann, ann, 1)));
    }
}
