package dev.mandate.engine.creation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.solana.Solana;
import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.account.Memo;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.TransactionConfig;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.submission.SignedTransaction;
import dev.mandate.engine.creation.CreationRecord.Order;
import dev.mandate.ports.spi.keys.CreationId;
import dev.mandate.ports.spi.keys.SignatureCheck;
import dev.mandate.ports.spi.program.ComputeBudget;
import dev.mandate.ports.spi.program.CreationTerms;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.ports.spi.program.ParsedTransaction;
import dev.mandate.ports.api.tenant.CreationOrder;
import dev.mandate.simulator.keys.InterceptedOperatorKey;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.keys.TestOperatorKey;
import dev.mandate.solana.crypto.StrictEd25519;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.ComputeBudgetProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** What the operator's key signs, and what never comes near it. */
class CreationAuthorityTest {

    private static final SquadsV4Program PROGRAM = SquadsV4Program.PUBLIC;
    private static final SolanaFormat FORMAT = new SolanaFormat();
    private static final BaseUnits MAX_PRIORITY_FEE = BaseUnits.of(100_000);

    private final TestOperatorKey keys = new TestOperatorKey("authority");
    private final CreationId id = id(1);
    private final Address ann = TestKey.of("authority/ann").address();
    private final Command.CreateAccount terms = Command.CreateAccount.ofEquals(1, ann);
    private final Order order = order(terms, Option.none());
    private int signed;

    private final CreationAuthority authority = new CreationAuthority(
            Solana.SQUADS_V4, new InterceptedOperatorKey(keys, () -> signed++), MAX_PRIORITY_FEE);

    @Test
    void theCreationThatWasOrderedIsSignedByPayerAndCreateKey() {
        Bytes unsigned = transaction(keys.feePayer(), creation(id, terms, Option.none()));

        SignedTransaction made = authority.sign(order, unsigned).get();

        ParsedTransaction parsed = FORMAT.parse(made.bytes()).get();
        assertEquals(Array.of(keys.feePayer(), keys.createKey(id)), parsed.signers());
        assertEquals(made.signature(), parsed.signatures().head());
        assertEquals(FORMAT.parse(unsigned).get().message(), parsed.message());
        assertEquals(made, authority.sign(order, unsigned).get(), "the same bytes every time");
    }

    @Test
    void aTransferBesideItIsNotSigned() {
        assertRefused(transaction(
                keys.feePayer(),
                creation(id, terms, Option.none()),
                SystemProgram.transfer(keys.feePayer(), ann, BaseUnits.of(1))));
    }

    @Test
    void aTransferInItsPlaceIsNotSigned() {
        assertRefused(transaction(
                keys.feePayer(), SystemProgram.transfer(keys.feePayer(), keys.createKey(id), BaseUnits.of(1))));
    }

    @Test
    void limitsAndAPriorityFeeUpToTheMaximumAreSignedWithIt() {
        SignedTransaction made = authority.sign(order, withBudget(budget(100_000))).get();
        assertEquals(2, FORMAT.parse(made.bytes()).get().signers().length());
    }

    @Test
    void aPriorityFeeAboveTheMaximumIsNotSigned() {
        assertRefused(withBudget(budget(100_001)));
        assertRefused(transaction(
                keys.feePayer(),
                ComputeBudgetProgram.setComputeUnitPrice(BaseUnits.of(1_000_000_000)),
                creation(id, terms, Option.none())));
    }

    /** The network refuses some of these, takes others by another meaning, or takes them at another time. */
    @Test
    void anyOtherFormOfABudgetIsNotSigned() {
        Instruction limit = ComputeBudgetProgram.setComputeUnitLimit(100_000);
        assertRefused(withBudget(Array.of(limit, limit)));
        assertRefused(withBudget(budget(1).reverse()));
        assertRefused(withBudget(Array.of(new Instruction(
                ComputeBudgetProgram.ID, limit.accounts(), Bytes.ofHex(limit.data().toHex() + "00")))));
        assertRefused(withBudget(Array.of(new Instruction(
                ComputeBudgetProgram.ID, Array.of(AccountMeta.readonly(ann)), limit.data()))));
        assertRefused(transaction(keys.feePayer(), creation(id, terms, Option.none()), limit));
    }

    /** With a unit limit of a million the price is the fee in lamports. */
    private static Array<Instruction> budget(long priorityFee) {
        return FORMAT.computeBudget(ComputeBudget.of(1_000_000, BaseUnits.of(priorityFee)).orElse(ComputeBudget.MOST));
    }

    private Bytes withBudget(Array<Instruction> budget) {
        return transaction(
                keys.feePayer(), budget.append(creation(id, terms, Option.none())).toJavaArray(Instruction[]::new));
    }

    @Test
    void aPriorityFeeAboveTheMaximumInTheConfigIsNotSigned() {
        assertRefused(FORMAT.compile(new Message(
                        MessageVersion.V1,
                        keys.feePayer(),
                        new Blockhash(Bytes32.ZERO),
                        new TransactionConfig(Option.some(100_001L), Option.some(50_000L), Option.some(65_536L), Option.none()),
                        Array.of(creation(id, terms, Option.none())),
                        Array.empty()))
                .get()
                .transaction());
    }

    @Test
    void anAccountOnOtherTermsIsNotSigned() {
        Address mallory = TestKey.of("authority/mallory").address();
        assertRefused(transaction(
                keys.feePayer(), creation(id, Command.CreateAccount.ofEquals(1, mallory), Option.none())));
        assertRefused(transaction(
                keys.feePayer(), creation(id, terms, Option.some(new Memo("not ordered")))));
    }

    @Test
    void anotherAccountIsNotSigned() {
        assertRefused(transaction(keys.feePayer(), creation(id(2), terms, Option.none())));
    }

    @Test
    void anotherPayerBesideTheOperatorIsNotSigned() {
        assertRefused(transaction(ann, creation(id, terms, Option.none())));
    }

    @Test
    void bytesThatAreNoTransactionAreNotSigned() {
        assertRefused(Bytes.of((byte) 1));
    }

    @Test
    void aMemoThatWasOrderedIsPartOfIt() {
        Option<Memo> memo = Option.some(new Memo("ordered"));
        SignedTransaction made =
                authority.sign(order(terms, memo), transaction(keys.feePayer(), creation(id, terms, memo))).get();
        assertEquals(1, signed);
        assertEquals(2, FORMAT.parse(made.bytes()).get().signers().length());
    }

    @Test
    void aPayerReceivesOnlyTheCreateKeysSignature() {
        Bytes unsigned = transaction(ann, creation(ann, id, terms, Option.none()));

        Bytes made = authority.signForPayer(id, ann, new CreationOrder(terms), unsigned);

        ParsedTransaction parsed = FORMAT.parse(made).get();
        assertEquals(Array.of(ann, keys.createKey(id)), parsed.signers());
        assertEquals(Signature.EMPTY, parsed.signatures().get(0));
        assertEquals(
                SignatureCheck.Verdict.VALID,
                new StrictEd25519().check(keys.createKey(id), parsed.message(), parsed.signatures().get(1)));
    }

    @Test
    void onlyTheOrderedCreationIsSigned() {
        CreationOrder asked = new CreationOrder(terms);
        for (Bytes other : Array.of(
                transaction(ann, creation(ann, id(2), terms, Option.none())),
                transaction(ann, creation(ann, id, terms, Option.some(new Memo("not asked")))),
                transaction(
                        ann, creation(ann, id, terms, Option.none()), SystemProgram.transfer(keys.createKey(id), ann, BaseUnits.of(1))),
                transaction(keys.feePayer(), creation(id, terms, Option.none())))) {
            assertThrows(IllegalStateException.class, () -> authority.signForPayer(id, ann, asked, other));
        }
        Bytes operators = transaction(keys.feePayer(), creation(id, terms, Option.none()));
        assertThrows(IllegalStateException.class, () -> authority.signForPayer(id, keys.feePayer(), asked, operators));
        assertEquals(0, signed, "the key was asked");
    }

    private void assertRefused(Bytes transaction) {
        assertThrows(IllegalStateException.class, () -> authority.sign(order, transaction));
        assertEquals(0, signed, "the key was asked");
    }

    private Order order(Command.CreateAccount ordered, Option<Memo> memo) {
        return new Order(
                id,
                new Tenant("acme"),
                new ApiKeyId("key_0000000000000001"),
                Network.DEVNET,
                PROGRAM.locate(keys.createKey(id)),
                ordered,
                memo);
    }

    private Instruction creation(CreationId of, Command.CreateAccount ordered, Option<Memo> memo) {
        return creation(keys.feePayer(), of, ordered, memo);
    }

    private Instruction creation(Address payer, CreationId of, Command.CreateAccount ordered, Option<Memo> memo) {
        Address createKey = keys.createKey(of);
        Operation operation = new Operation.CreateAccount(
                createKey, payer, new CreationTerms(BaseUnits.ZERO, ann), ordered, memo);
        return PROGRAM.encode(PROGRAM.locate(createKey), operation);
    }

    private static Bytes transaction(Address payer, Instruction... instructions) {
        return FORMAT.compile(new Message(
                        MessageVersion.LEGACY,
                        payer,
                        new Blockhash(Bytes32.ZERO),
                        Array.of(instructions),
                        Array.empty()))
                .get()
                .transaction();
    }

    private static CreationId id(int number) {
        return new CreationId("crt_%032x".formatted(number));
    }
}
