package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.transfer.Transfers;
import dev.mandate.ports.api.transfer.Transfer;
import dev.mandate.ports.api.transfer.TransferEntry;
import dev.mandate.ports.api.transfer.TransferPage;
import dev.mandate.ports.api.transfer.TransferQuery;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.keys.TestTransactions;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.format.SplTokens;
import dev.mandate.solana.programs.AssociatedTokenProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import dev.mandate.testsupport.svm.SvmChain;
import dev.mandate.testsupport.svm.SvmRig;
import dev.mandate.testsupport.svm.SvmSetup;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is listed adds up to what is there, on the runtime with the real token programs. */
@Tag("svm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TransfersAddUpOnSvmTest {

    private static final long SOL = 1_000_000_000;
    private static final Address WRAPPED = Address.of("So11111111111111111111111111111111111111112");
    private static final Address ADDRESS_OF_SOL = Address.ZERO;

    private final SvmRig rig = SvmRig.start(SvmSetup.builtIn().trustingSignatures())
            .getOrElseGet(unavailable -> Assumptions.abort(unavailable.explanation()));
    private final SvmChain svm = rig.chain();
    private final TestKey payer = TestKey.of("payer");
    private final TestKey owner = TestKey.of("owner");
    private final TestKey stranger = TestKey.of("stranger");
    private final Address plain = TestKey.of("plain mint").address();
    private final Address withFee = TestKey.of("mint with a fee").address();
    private final Transfers transfers = new Transfers(svm, new SolanaFormat(), new SplTokens());

    @AfterAll
    void close() {
        rig.close();
    }

    /** Owner and stranger have nothing but what transactions bring. */
    private void startOver() {
        rig.reset(new UnixTime(1_760_000_000));
        svm.fund(payer.address(), BaseUnits.of(1_000 * SOL));
        mint(TokenProgram.TOKEN, plain, "");
        mint(TokenProgram.TOKEN, WRAPPED, "");
        mint(
                TokenProgram.TOKEN_2022,
                withFee,
                "01006c00" + "00".repeat(32) + "00".repeat(32) + "00".repeat(8) + ("00".repeat(8) + "ff".repeat(7) + "7f" + "6400").repeat(2));
        lands(SystemProgram.transfer(payer.address(), owner.address(), BaseUnits.of(10 * SOL)));
        lands(SystemProgram.transfer(payer.address(), stranger.address(), BaseUnits.of(10 * SOL)));
        for (Address mint : Array.of(plain, withFee, WRAPPED)) {
            lands(open(owner, mint), open(stranger, mint));
        }
        lands(mintTo(plain, owner, 1_000_000), mintTo(plain, stranger, 1_000_000));
        lands(mintTo(withFee, owner, 1_000_000), mintTo(withFee, stranger, 1_000_000));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void overAnyHistory(long seed) {
        startOver();
        Random random = new Random(seed);
        int landed = 0;
        for (int i = 0; i < 120; i++) {
            Array<Instruction> instructions = Array.fill(1 + random.nextInt(3), () -> any(random));
            landed += tried(instructions) ? 1 : 0;
            assertEquals(Map.narrow(there()), listed(1 + random.nextInt(50)), () -> instructions.toString());
        }
        assertTrue(landed > 30, landed + " landed");
    }

    @Test
    void whatArrivedOfATokenWithAFeeIsNet() {
        startOver();
        lands(transfer(withFee, stranger, owner, 100_000));

        Transfer newest = (Transfer) transfers.page(owner.address(), TransferQuery.newest(1)).get().items().head();

        assertEquals(Transfer.Direction.INFLOW, newest.direction());
        assertEquals(BaseUnits.of(99_000), newest.movement().amount());
        assertEquals(stranger.address(), newest.movement().from());
    }

    @Test
    void wrappedSolThatIsClosedToAStrangerWentToTheStranger() {
        startOver();
        lands(SystemProgram.transfer(owner.address(), holding(owner, WRAPPED), BaseUnits.of(3 * SOL)), sync(owner));
        lands(close(owner, WRAPPED, stranger));

        Transfer newest = (Transfer) transfers.page(owner.address(), TransferQuery.newest(1)).get().items().head();

        assertEquals(Transfer.Direction.OUTFLOW, newest.direction());
        assertEquals(BaseUnits.of(3 * SOL), newest.movement().amount());
        assertEquals(stranger.address(), newest.movement().to());
    }

    private Instruction any(Random random) {
        Address mint = Array.of(plain, withFee, WRAPPED).get(random.nextInt(3));
        TestKey one = random.nextBoolean() ? owner : stranger;
        TestKey other = one.equals(owner) ? stranger : owner;
        long amount = 1L + random.nextInt(40_000);
        return switch (random.nextInt(9)) {
            case 0 -> SystemProgram.transfer(one.address(), other.address(), BaseUnits.of(SOL / 10));
            case 1, 2 -> transfer(mint, one, other, amount);
            case 3 -> mint.equals(WRAPPED) ? sync(one) : mintTo(mint, one, amount);
            case 4 -> burn(mint, one, amount);
            case 5 -> SystemProgram.transfer(one.address(), holding(one, WRAPPED), BaseUnits.of(SOL / 20));
            case 6 -> sync(one);
            case 7 -> close(one, mint, random.nextBoolean() ? one : other);
            default -> open(one, mint);
        };
    }

    private Map<Address, BigInteger> listed(int limit) {
        Map<Address, BigInteger> sums = HashMap.empty();
        TransferQuery query = TransferQuery.newest(Math.min(limit, 100));
        while (true) {
            TransferPage page = transfers.page(owner.address(), query).get();
            for (TransferEntry entry : page.items()) {
                Transfer transfer = (Transfer) entry;
                BigInteger amount = new BigInteger(transfer.movement().amount().toString());
                sums = sums.put(
                        transfer.movement().token().mintAddress(),
                        transfer.direction() == Transfer.Direction.INFLOW ? amount : amount.negate(),
                        BigInteger::add);
            }
            if (page.next().isEmpty()) {
                return sums.filterValues(sum -> sum.signum() != 0);
            }
            query = query.after(page.next().get());
        }
    }

    private Map<Address, BigInteger> there() {
        var found = svm.accounts(AccountQuery.ofAnyOwner(
                        Array.of(owner.address(), holding(owner, plain), holding(owner, withFee), holding(owner, WRAPPED))))
                .get()
                .owned();
        return Array.of(plain, withFee, WRAPPED)
                .flatMap(mint -> found.get(holding(owner, mint))
                        .flatMap(account -> TokenAccount.decode(account.data()).toOption())
                        .map(account -> Tuple.of(mint, account.amount())))
                .appendAll(found.get(owner.address()).map(account -> Tuple.of(ADDRESS_OF_SOL, account.lamports())))
                .toMap(one -> one.map2(amount -> new BigInteger(amount.toString())))
                .filterValues(amount -> amount.signum() != 0);
    }

    private void mint(TokenProgram program, Address mint, String extensions) {
        svm.put(mint, new AccountData(
                BaseUnits.of(SOL),
                program.id(),
                new MintAccount(Option.some(payer.address()), BaseUnits.ZERO, 6, Option.none(), Bytes.ofHex(extensions)).encode(),
                false));
    }

    private static TokenProgram program(Address mint) {
        return mint.equals(TestKey.of("mint with a fee").address()) ? TokenProgram.TOKEN_2022 : TokenProgram.TOKEN;
    }

    private static Address holding(TestKey key, Address mint) {
        return AssociatedTokenProgram.account(key.address(), mint, program(mint)).address();
    }

    private Instruction open(TestKey key, Address mint) {
        return AssociatedTokenProgram.createIdempotent(payer.address(), key.address(), mint, program(mint));
    }

    private Instruction transfer(Address mint, TestKey from, TestKey to, long amount) {
        return token(
                mint, data(12, amount) + "06",
                AccountMeta.writable(holding(from, mint)), AccountMeta.readonly(mint), AccountMeta.writable(holding(to, mint)), signer(from));
    }

    private Instruction mintTo(Address mint, TestKey to, long amount) {
        return token(mint, data(7, amount), AccountMeta.writable(mint), AccountMeta.writable(holding(to, mint)), signer(payer));
    }

    private static Instruction burn(Address mint, TestKey from, long amount) {
        return token(mint, data(8, amount), AccountMeta.writable(holding(from, mint)), AccountMeta.writable(mint), signer(from));
    }

    private static Instruction close(TestKey of, Address mint, TestKey to) {
        return token(
                mint, "09",
                AccountMeta.writable(holding(of, mint)), AccountMeta.writable(to.address()), signer(of));
    }

    private static Instruction sync(TestKey of) {
        return token(WRAPPED, "11", AccountMeta.writable(holding(of, WRAPPED)));
    }

    private static String data(int tag, long amount) {
        return "%02x%016x".formatted(tag, Long.reverseBytes(amount));
    }

    private static Instruction token(Address mint, String hex, AccountMeta... accounts) {
        return new Instruction(program(mint).id(), Array.of(accounts), Bytes.ofHex(hex));
    }

    private static AccountMeta signer(TestKey key) {
        return AccountMeta.signer(key.address());
    }

    private void lands(Instruction... instructions) {
        assertTrue(tried(Array.of(instructions)), () -> Array.of(instructions).toString());
    }

    /** False if the runtime refuses it: nothing has changed. */
    private boolean tried(Array<Instruction> instructions) {
        Message message = new Message(
                MessageVersion.V0, payer.address(), svm.latestBlockhash().get().blockhash(), instructions, Array.empty());
        Array<TestKey> signers = Array.of(payer, owner, stranger)
                .filter(key -> TestTransactions.compiled(message).requiredSigners().contains(key.address()));
        return svm.send(TestTransactions.standingIn(message, signers)).get() instanceof SendOutcome.Accepted;
    }
}
