package dev.mandate.engine;

import static dev.mandate.engine.Scene.execute;
import static dev.mandate.engine.Scene.prepare;
import static dev.mandate.engine.Scene.votes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.custody.BuildOptions;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.Proposable;
import dev.mandate.ports.custody.SubmitRefusal;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.ports.program.Operation;
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

    private final Scene scene = new Scene();
    private final Address ann = scene.person("ann");
    private final Address shop = scene.person("shop");
    private final Address account = scene.account(Founding.of(1, ann));
    private final AccountRef ref = scene.custody.account(account).get().ref();
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

        scene.lands(votes(account, 1, Vote.APPROVE, ann));
        scene.ledger.fund(first, Scene.SOL);
        scene.lands(execute(account, 1, ann));
        assertEquals(10 * Scene.SOL + 1, scene.ledger.lamports(shop));
    }

    @Test
    void anEphemeralSignerThatTheTransactionHasNotNeverSigns() {
        propose(1, transfer(ephemeral(1)));

        assertNever(new BuildRefusal.KeylessInside(ephemeral(1)));
    }

    @Test
    void noDurableNonceIsAdvancedInside() {
        Address nonce = scene.ledger.nonce(scene.key("nonce"), account);
        propose(0, transfer(account), SystemProgram.advanceNonce(nonce, account));

        assertNever(new BuildRefusal.NonceInside(1, nonce));
    }

    @Test
    void norIsContentSubmittedThatAdvancesOne() {
        Address nonce = scene.ledger.nonce(scene.key("nonce"), account);
        TransactionContent content = PROGRAM.store(
                        ref, 0, Array.of(transfer(account), SystemProgram.advanceNonce(nonce, account)), Array.empty())
                .get();
        Instruction create = PROGRAM.encode(ref, new Operation.CreateTransaction(ann, ann, 1, content, Option.none()));

        assertInstanceOf(
                SubmitRefusal.ContentOpaque.class,
                scene.custody.submit(scene.signed(Client.transaction(ann, create))).getLeft());
    }

    @Test
    void aTableThatIsDeactivatedCarriesNothing() {
        LookupTable table = scene.ledger.table(scene.key("table"), shop);
        scene.lands(new BuildRequest.Propose(
                account,
                new Proposable.Transaction(Client.transaction(account, table, transfer(account))),
                ann,
                BuildOptions.DEFAULT));
        scene.ledger.deactivate(table);
        BuildRefusal refused = new BuildRefusal.TableDeactivated(table.table());

        assertNever(refused);
        assertEquals(
                refused,
                scene.refusal(prepare(account, Client.transaction(account, table, transfer(account)), ann)));
    }

    private void assertNever(BuildRefusal refused) {
        assertEquals(refused, scene.refusal(votes(account, 1, Vote.APPROVE, ann)));
        scene.allows(votes(account, 1, Vote.REJECT, ann));
        scene.landsBesides(ann, PROGRAM.encode(ref, new Operation.CastVote(ann, 1, Vote.APPROVE, Option.none())));
        assertEquals(refused, scene.refusal(execute(account, 1, ann)));
        scene.lands(votes(account, 1, Vote.CANCEL, ann));
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
        scene.landsBesides(
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
        scene.landsBesides(ann, PROGRAM.encode(ref, new Operation.CreateProposal(ann, ann, 1)));
    }
}
