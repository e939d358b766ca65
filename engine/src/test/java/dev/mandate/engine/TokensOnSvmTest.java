package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.mandate.adapters.rpc.RpcChain;
import dev.mandate.adapters.rpc.RpcSettings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.FeeQuote;
import dev.mandate.ports.api.custody.LimitView;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.TokenBalance;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.transfer.Transfer;
import dev.mandate.ports.api.transfer.TransferQuery;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.NewStorage;
import dev.mandate.ports.spi.program.TransferFee;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.programs.AssociatedTokenProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import dev.mandate.testkit.node.SolanaTestNode;
import dev.mandate.testsupport.svm.SvmChain;
import dev.mandate.testsupport.svm.SvmRig;
import dev.mandate.testsupport.svm.SvmSetup;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tokens of both programs leave an account on a node with the deployed programs, and what was quoted is what is paid. */
@Tag("svm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TokensOnSvmTest {

    private static final long SOL = 1_000_000_000;
    private static final int DECIMALS = 6;

    private final SvmRig rig = SvmRig.start(SvmSetup.squadsV4())
            .getOrElseGet(unavailable -> Assumptions.abort(unavailable.explanation()));
    private final SvmChain svm = rig.chain();
    private final SolanaTestNode node = SolanaTestNode.httpOnly(svm, svm::sendWithoutPreflight);
    private final TestKey ann = TestKey.of("ann");
    private final TestKey createKey = TestKey.of("create key");
    private final KeyRing people = KeyRing.of(ann, createKey);
    private final Address shop = TestKey.of("shop").address();
    private final Address mint = TestKey.of("mint").address();
    private final AccountRef account = SquadsV4Program.PUBLIC.locate(createKey.address());
    private Custody custody = EngineFixture.engine(svm, new InMemoryJournal());

    @BeforeEach
    void startOver() {
        rig.reset(new UnixTime(1_760_000_000));
        svm.fund(ann.address(), BaseUnits.of(10 * SOL));
        svm.fund(account.address(), BaseUnits.of(SOL));
        custody = EngineFixture.engine(new RpcChain(RpcSettings.of(Network.DEVNET, Array.of(node.providerUrl()))), new InMemoryJournal());
        var unused = landed(new BuildRequest.CreateAccount(
                createKey.address(), ann.address(), NewAccount.of(1, ann.address()).terms(), BuildOptions.DEFAULT));
    }

    @AfterAll
    void close() {
        node.close();
        rig.close();
    }

    /** The extensions of the mint and of the vault's token account; what the receiver's account takes; the fee on 10,000. */
    @ParameterizedTest
    @CsvSource({
        "TOKEN, '', '', 165, 0",
        "TOKEN_2022, '', '', 170, 0",
        "TOKEN_2022, 0100 6c00 Z Z Q Q 6400000000000000 6400 Q 6400000000000000 6400, 0200 0800 Q, 182, 100",
        "TOKEN_2022, 1a00 2100 A 00, 1b00 0000, 174, 0",
        "TOKEN_2022, 0e00 4000 A Z, 0f00 0100 00, 175, 0"
    })
    void withinALimitAndByVote(TokenProgram program, String ofMint, String ofVault, int length, long fee) {
        put(program, mint, new MintAccount(Option.none(), BaseUnits.of(1_000_000), DECIMALS, Option.none(), bytes(ofMint)).encode());
        put(program, holding(program, account.address()), tokens(ofVault));
        Address limit = landed(new BuildRequest.AddLimit(
                        account.address(),
                        LimitTerms.of(shop, new Token.Mint(mint), BaseUnits.of(50_000), Period.DAY, Array.of(ann.address())),
                        new Authority.Vote(Array.of(ann.address())),
                        BuildOptions.DEFAULT))
                .limit()
                .get();

        TransactionPlan use = landed(new BuildRequest.UseLimit(
                account.address(), limit, ann.address(), shop, BaseUnits.of(10_000), BuildOptions.DEFAULT));
        TransactionPlan vote = landed(new BuildRequest.Transfer(
                account.address(), shop, new Token.Mint(mint), BaseUnits.of(10_000), Array.of(ann.address()), BuildOptions.DEFAULT));

        assertEquals(Array.of(svm.rentExemptMinimum(length).get()), rentOfTokenAccounts(use));
        assertEquals(length, svm.accounts(AccountQuery.ofAnyOwner(Array.of(holding(program, shop)))).get().owned().values().head().data().length());
        assertEquals(Array.empty(), rentOfTokenAccounts(vote));
        assertEquals(20_000 - 2 * fee, held(program, shop));
        assertEquals(
                Array.of(new TokenBalance(holding(program, account.address()), mint, BaseUnits.of(80_000), Option.some(DECIMALS))),
                custody.balances(account.address()).get());
        assertEquals(
                Array.of(Option.when(fee > 0, () -> new TransferFee(100, BaseUnits.of(100)))),
                custody.limits(account.address()).get().map(LimitView::transferFee));
        assertEquals(
                Array.of(mint, mint),
                custody.transfers(account.address(), TransferQuery.newest(10)).get().transfers()
                        .map(Transfer::movement)
                        .map(movement -> movement.token().mintAddress()));
    }

    private static Array<BaseUnits> rentOfTokenAccounts(TransactionPlan plan) {
        return plan.single().fee().rents().toArray()
                .filter(rent -> rent.kind() == NewStorage.Kind.TOKEN_ACCOUNT)
                .map(FeeQuote.Rent::lamports);
    }

    /** Builds, signs and submits it. What was quoted is what the payer pays. */
    private TransactionPlan landed(BuildRequest request) {
        TransactionPlan built = custody.build(request)
                .getOrElseThrow(refusal -> new AssertionError("this should have been built: " + refusal));
        long before = lamports(ann.address());
        Bytes signed = people.sign(built.single().unsigned().transaction());
        Submission submission = custody.submit(built.account().address(), signed, Array.empty(), new Retry.Unnamed())
                .getOrElseThrow(refusal -> new AssertionError("this should have been taken: " + refusal));
        assertInstanceOf(Submission.State.Confirmed.class, submission.state());
        assertEquals(built.single().fee().total().bits(), before - lamports(ann.address()));
        return built;
    }

    private long lamports(Address address) {
        return svm.accounts(AccountQuery.ofAnyOwner(Array.of(address))).get().owned().get(address).get().lamports().bits();
    }

    private long held(TokenProgram program, Address owner) {
        Address address = holding(program, owner);
        return TokenAccount.decode(svm.accounts(AccountQuery.ofAnyOwner(Array.of(address))).get().owned().get(address).get().data())
                .get()
                .amount()
                .bits();
    }

    private Bytes tokens(String extensions) {
        return new TokenAccount(
                        mint,
                        account.address(),
                        BaseUnits.of(100_000),
                        Option.none(),
                        TokenAccount.State.INITIALIZED,
                        Option.none(),
                        BaseUnits.ZERO,
                        Option.none(),
                        bytes(extensions))
                .encode();
    }

    private Address holding(TokenProgram program, Address owner) {
        return AssociatedTokenProgram.account(owner, mint, program).address();
    }

    private void put(TokenProgram program, Address address, Bytes data) {
        svm.put(address, new AccountData(BaseUnits.of(SOL), program.id(), data, false));
    }

    private static Bytes bytes(String hex) {
        return Bytes.ofHex(hex.replace("A", "07".repeat(32)).replace("Z", "00".repeat(32)).replace("Q", "00".repeat(8)).replace(" ", ""));
    }
}
