package dev.mandate.solana.squadsv4.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.CreationTerms;
import dev.mandate.ports.spi.program.NewStorage;
import dev.mandate.ports.spi.program.Operation;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** The account space and rent of operations, as observed on the deployed program. */
@NullMarked
class AccountSizesTest {

    private static final Address PAYER = key(1);
    private static final Address ALICE = key(2);
    private static final int TIGHT = 231;

    private final SquadsV4Program program = SquadsV4Program.PUBLIC;
    private final AccountRef account = program.locate(key(3));

    @Test
    void aNewAccountOfThreeTakes231Bytes() {
        Settings settings = settings(3);
        Command.CreateAccount command = new Command.CreateAccount(
                settings.roster().signers(),
                new Threshold(1),
                TimeLock.NONE,
                new AdminControl.None(),
                Option.none());
        assertEquals(
                Array.of(new NewStorage(NewStorage.Kind.SETTINGS, account.settings().address(), 0, TIGHT)),
                room(new Operation.CreateAccount(
                        key(3), PAYER, new CreationTerms(BaseUnits.ZERO, PAYER), command, Option.none())));
    }

    @Test
    void theFirstSignerAddedGrowsItTo561AndTheNextNotAtAll() {
        SettingsAction add = new SettingsAction.AddSigner(new Signer(key(90), Permissions.ALL));
        NewStorage growth = new NewStorage(NewStorage.Kind.SETTINGS, account.settings().address(), TIGHT, 561);
        assertEquals(Array.of(growth), room(asAdmin(add), settings(4), TIGHT));
        assertEquals(Array.of(growth), room(byVote(add), settings(4), TIGHT));
        assertEquals(Array.empty(), room(byVote(add), settings(5), 561));
    }

    /** A prepared SOL transfer occupies 5,811,600 lamports of rent: 6,960 for each byte, and 128 bytes more for each account. */
    @Test
    void aProposedTransferOfSolTakesTheRentThatWasSeen() {
        Instruction transfer = new Instruction(
                Address.ZERO,
                Array.of(AccountMeta.writableSigner(account.address()), AccountMeta.writable(key(9))),
                Bytes.of(new byte[12]));
        TransactionContent content = program.store(account, 0, Array.of(transfer), Array.empty())
                .get();
        Seq<NewStorage> taken = room(new Operation.CreateTransaction(ALICE, PAYER, 1, content, Option.none()))
                .appendAll(room(new Operation.CreateProposal(ALICE, PAYER, 1)));
        assertEquals(
                Array.of(program.transactionAddress(account, 1), program.proposalAddress(account, 1)),
                taken.map(NewStorage::account));
        assertEquals(5_811_600, taken.map(room -> 6_960 * (128 + room.lengthAfter())).sum().intValue());
    }

    @Test
    void eachNewLimitTakesRoomForItsPeople() {
        LimitTerms terms = LimitTerms.of(key(4), new Token.Sol(), BaseUnits.of(1), Period.DAY, Array.of(ALICE))
                .withDestinations(Array.of(PAYER, ALICE));
        SettingsAction add = new SettingsAction.AddSpendingLimit(key(5), terms);
        NewStorage room = new NewStorage(NewStorage.Kind.SPENDING_LIMIT, key(5), 0, 139 + 3 * 32);
        assertEquals(Array.of(room), room(asAdmin(add), settings(3), TIGHT));
        assertEquals(Array.of(room), room(byVote(add), settings(3), TIGHT));
    }

    @Test
    void operationsThatCreateNothingNeedNoRoom() {
        assertEquals(Array.empty(), room(new Operation.CastVote(ALICE, 1, Vote.APPROVE, Option.none())));
        assertEquals(
                Array.empty(),
                room(new Operation.HandOver(ALICE, PAYER, new AdminControl.None(), Option.none())));
        assertEquals(Array.empty(), room(byVote(new SettingsAction.RemoveSpendingLimit(key(5)))));
    }

    @Test
    void aCancellationMakesRoomForNewSigners() {
        Operation cancel = new Operation.CastVote(ALICE, 1, Vote.CANCEL, Option.none());
        Address proposal = program.proposalAddress(account, 1);

        assertEquals(
                Array.of(new NewStorage(NewStorage.Kind.PROPOSAL, proposal, 70 + 2 * 96, 70 + 3 * 96)),
                program.roomFor(account, cancel, settings(3), settings(3), HashMap.of(proposal, 70 + 2 * 96)));
        assertEquals(
                Array.empty(),
                program.roomFor(account, cancel, settings(3), settings(3), HashMap.of(proposal, 70 + 4 * 96)));
    }

    private Seq<NewStorage> room(Operation operation) {
        return room(operation, settings(3), TIGHT);
    }

    private Seq<NewStorage> room(Operation operation, Settings after, int length) {
        return program.roomFor(
                account, operation, settings(3), after, HashMap.of(account.settings().address(), length));
    }

    private static Operation asAdmin(SettingsAction action) {
        return new Operation.ChangeAsAdmin(ALICE, PAYER, action, Option.none());
    }

    private static Operation byVote(SettingsAction action) {
        return new Operation.ExecuteChange(
                ALICE, PAYER, 1, new TransactionContent.SettingsChange(Array.of(action)));
    }

    private static Settings settings(int signers) {
        return Settings.ofNewAccount(
                        Array.range(0, signers).map(number -> new Signer(key(100 + number), Permissions.ALL)),
                        new Threshold(1),
                        TimeLock.NONE,
                        new AdminControl.None(),
                        Option.none())
                .get();
    }

    private static Address key(int number) {
        byte[] bytes = new byte[Bytes32.LENGTH];
        bytes[0] = 1;
        bytes[31] = (byte) number;
        return Address.of(bytes);
    }
}
