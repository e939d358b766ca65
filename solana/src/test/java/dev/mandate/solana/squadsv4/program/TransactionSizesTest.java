package dev.mandate.solana.squadsv4.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.ComputeBudget;
import dev.mandate.ports.spi.program.CreationTerms;
import dev.mandate.ports.spi.program.DurableNonce;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.ports.spi.program.SpendRoute;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.wire.MessageCompiler;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/**
 * The lengths of whole transactions: 2 of 3 signers, a separate fee payer that also pays rent, no compute budget, no memo. They
 * equal the lengths of the npm library's transactions, as measured on the deployed program, or are smaller.
 */
@NullMarked
class TransactionSizesTest {

    private static final Address PAYER = key(1);
    private static final Array<Address> PEOPLE = Array.of(key(2), key(3), key(4));
    private static final Address ALICE = PEOPLE.get(0);
    private static final Address BOB = PEOPLE.get(1);
    private static final Address RECIPIENT = key(5);
    private static final Address MINT = key(6);
    private static final Address CREATE_KEY = key(7);
    private static final Address TOKEN_PROGRAM = key(8);
    private static final Address SOURCE = key(9);
    private static final Address TARGET = key(10);
    private static final Address ADMIN = key(11);
    private static final Address ASSOCIATED_TOKEN_PROGRAM = key(12);
    private static final Address LIMIT = key(13);

    private final SquadsV4Program program = SquadsV4Program.PUBLIC;
    private final AccountRef account = program.locate(CREATE_KEY);

    @Test
    void creatingAnAccountOfThreeTakes552Bytes() {
        Command.CreateAccount command = new Command.CreateAccount(
                PEOPLE.map(TransactionSizesTest::signer),
                new Threshold(2),
                TimeLock.NONE,
                new AdminControl.None(),
                Option.some(PAYER));
        CreationTerms terms = new CreationTerms(BaseUnits.ZERO, key(14));
        assertEquals(552, size(new Operation.CreateAccount(CREATE_KEY, PAYER, terms, command, Option.none())));
    }

    @Test
    void aTransferOfSolInOneTransactionTakes767Bytes() {
        assertEquals(767, size(atOnce(stored(solTransfer()), Array.empty())));
    }

    @Test
    void closingInTheSameTransactionTakes16More() {
        TransactionContent.VaultInstructions content = stored(solTransfer());
        Seq<Operation> all = atOnce(content, Array.empty()).append(new Operation.Close(1, PAYER, content));
        assertEquals(783, size(all));
    }

    @Test
    void aComputeBudgetTakes52MoreAndADurableNonce74() {
        SolanaFormat format = new SolanaFormat();
        Seq<Instruction> transfer = encoded(atOnce(stored(solTransfer()), Array.empty()));
        Seq<Instruction> budget = format.computeBudget(ComputeBudget.of(200_000, BaseUnits.of(1)));
        assertEquals(819, size(MessageVersion.LEGACY, budget.appendAll(transfer), Array.empty()));
        DurableNonce nonce = new DurableNonce(key(21), PAYER, new Blockhash(PAYER.bytes()));
        assertEquals(
                841, size(MessageVersion.LEGACY, transfer.prepend(format.advanceNonce(nonce)), Array.empty()));
    }

    @Test
    void aTransferOfTokensInOneTransactionTakes929Bytes() {
        assertEquals(929, size(atOnce(stored(tokenTransfer()), Array.empty())));
    }

    @Test
    void aTransferToANewTokenAccountTakes1103BytesAnd771WithATableOfAllThatCanBeLoaded() {
        Array<Instruction> calls = Array.of(tokenAccount(), tokenTransfer());
        assertEquals(1103, size(atOnce(stored(calls, Array.empty()), Array.empty())));
        LookupTable table = new LookupTable(
                key(20),
                Array.of(MINT, TOKEN_PROGRAM, ASSOCIATED_TOKEN_PROGRAM, SOURCE, TARGET, RECIPIENT, Address.ZERO));
        Array<LookupTable> tables = Array.of(table);
        assertEquals(
                771,
                size(MessageVersion.V0, encoded(atOnce(stored(calls, tables), tables)), tables));
    }

    @Test
    void changingSettingsInOneTransactionTakes613And612And582Bytes() {
        assertEquals(613, size(atOnce(new SettingsAction.AddSigner(signer(key(30))))));
        assertEquals(612, size(atOnce(new SettingsAction.RemoveSigner(PEOPLE.get(2)))));
        assertEquals(582, size(atOnce(new SettingsAction.ChangeThreshold(new Threshold(1)))));
    }

    @Test
    void aSpendingLimitInOneTransactionTakes728BytesAnd824WithMorePeople() {
        assertEquals(728, size(atOnce(limit(1, 0))));
        assertEquals(824, size(atOnce(limit(2, 2))));
    }

    @Test
    void underATimeLockProposingTakes685BytesAndExecutingLater472() {
        TransactionContent.VaultInstructions content = stored(solTransfer());
        assertEquals(685, size(proposed(content)));
        assertEquals(472, size(new Operation.ExecuteInstructions(BOB, 1, content, Array.empty())));
    }

    @Test
    void spendingWithinALimitTakes453BytesAnd549ForTokensSinceNothingNeedlessIsNamed() {
        assertEquals(453, size(spend(new SpendRoute.Sol())));
        assertEquals(549, size(spend(new SpendRoute.Tokens(MINT, TOKEN_PROGRAM, 6, SOURCE, TARGET))));
    }

    @Test
    void theAdminsChangesTakeNoMoreThanWasMeasured() {
        assertEquals(375, size(asAdmin(new SettingsAction.AddSigner(signer(key(30))))));
        assertEquals(342, size(asAdmin(new SettingsAction.RemoveSigner(PEOPLE.get(2)))));
        assertEquals(312, size(asAdmin(new SettingsAction.ChangeThreshold(new Threshold(1)))));
        assertEquals(314, size(asAdmin(new SettingsAction.SetTimeLock(new TimeLock(60)))));
        assertEquals(489, size(asAdmin(limit(1, 0))));
    }

    // ---- transactions under test

    private static Address key(int number) {
        byte[] bytes = new byte[Bytes32.LENGTH];
        bytes[0] = 1;
        bytes[31] = (byte) number;
        return Address.of(bytes);
    }

    private static Signer signer(Address address) {
        return new Signer(address, Permissions.ALL);
    }

    private Instruction solTransfer() {
        return new Instruction(
                Address.ZERO,
                Array.of(AccountMeta.writableSigner(account.address()), AccountMeta.writable(RECIPIENT)),
                Bytes.of(new byte[12]));
    }

    private Instruction tokenTransfer() {
        return new Instruction(
                TOKEN_PROGRAM,
                Array.of(
                        AccountMeta.writable(SOURCE),
                        AccountMeta.readonly(MINT),
                        AccountMeta.writable(TARGET),
                        AccountMeta.signer(account.address())),
                Bytes.of(new byte[10]));
    }

    /** The vault pays, because it is the signer of the inner instructions. */
    private Instruction tokenAccount() {
        return new Instruction(
                ASSOCIATED_TOKEN_PROGRAM,
                Array.of(
                        AccountMeta.writableSigner(account.address()),
                        AccountMeta.writable(TARGET),
                        AccountMeta.readonly(RECIPIENT),
                        AccountMeta.readonly(MINT),
                        AccountMeta.readonly(Address.ZERO),
                        AccountMeta.readonly(TOKEN_PROGRAM)),
                Bytes.of((byte) 1));
    }

    private TransactionContent.VaultInstructions stored(Instruction instruction) {
        return stored(Array.of(instruction), Array.empty());
    }

    private TransactionContent.VaultInstructions stored(Seq<Instruction> instructions, Seq<LookupTable> tables) {
        return program.store(account, 0, instructions, tables).get();
    }

    private Array<Operation> proposed(TransactionContent content) {
        return Array.of(
                new Operation.CreateTransaction(ALICE, PAYER, 1, content, Option.none()),
                new Operation.CreateProposal(ALICE, PAYER, 1),
                new Operation.CastVote(ALICE, 1, Vote.APPROVE, Option.none()),
                new Operation.CastVote(BOB, 1, Vote.APPROVE, Option.none()));
    }

    private Array<Operation> atOnce(TransactionContent.VaultInstructions content, Seq<LookupTable> tables) {
        return proposed(content).append(new Operation.ExecuteInstructions(ALICE, 1, content, tables));
    }

    private Array<Operation> atOnce(SettingsAction action) {
        TransactionContent.SettingsChange change = new TransactionContent.SettingsChange(Array.of(action));
        return proposed(change).append(new Operation.ExecuteChange(ALICE, PAYER, 1, change));
    }

    private static Operation asAdmin(SettingsAction action) {
        return new Operation.ChangeAsAdmin(ADMIN, PAYER, action, Option.none());
    }

    private SettingsAction limit(int signers, int destinations) {
        LimitTerms terms = LimitTerms.of(
                        key(40),
                        new Token.Sol(),
                        BaseUnits.of(1_000_000_000),
                        Period.DAY,
                        PEOPLE.take(signers))
                .withDestinations(Array.range(50, 50 + destinations).map(TransactionSizesTest::key));
        return new SettingsAction.AddSpendingLimit(program.limitAddress(account, key(40)), terms);
    }

    private static Operation spend(SpendRoute route) {
        return new Operation.Spend(ALICE, LIMIT, 0, RECIPIENT, BaseUnits.of(5), route, Option.none());
    }

    // ---- their lengths

    private int size(Operation operation) {
        return size(Array.of(operation));
    }

    private int size(Seq<Operation> operations) {
        return size(MessageVersion.LEGACY, encoded(operations), Array.empty());
    }

    private Seq<Instruction> encoded(Seq<Operation> operations) {
        return operations.map(operation -> program.encode(account, operation));
    }

    private static int size(MessageVersion version, Seq<Instruction> instructions, Seq<LookupTable> tables) {
        Blockhash lifetime = new Blockhash(PAYER.bytes());
        return WireTransaction.unsigned(MessageCompiler.compile(
                                new Message(version, PAYER, lifetime, instructions, tables))
                        .get())
                .serializedLength();
    }
}
