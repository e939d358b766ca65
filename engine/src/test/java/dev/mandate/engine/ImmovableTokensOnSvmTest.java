package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.ports.spi.program.SpendRoute;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.AssociatedTokenProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
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

/** What is refused of a limit's tokens fails on the deployed program with Token-2022, and what is not refused works. */
@Tag("svm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ImmovableTokensOnSvmTest {

    private static final long SOL = 1_000_000_000;
    private static final String ADDRESS = "07".repeat(32);
    private static final String ZEROS = "00".repeat(32);

    private final SvmRig rig = SvmRig.start(SvmSetup.squadsV4())
            .getOrElseGet(unavailable -> Assumptions.abort(unavailable.explanation()));
    private final SvmChain chain = rig.chain();
    private final TestKey ann = TestKey.of("ann");
    private final TestKey createKey = TestKey.of("create key");
    private final KeyRing people = KeyRing.of(ann, createKey);
    private final Address shop = TestKey.of("shop").address();
    private final Address mint = TestKey.of("mint").address();
    private final AccountRef account = SquadsV4Program.PUBLIC.locate(createKey.address());
    private final Address from = holding(account.address());
    private final Address to = holding(shop);

    @BeforeEach
    void startOver() {
        rig.reset(new UnixTime(1_760_000_000));
        chain.fund(ann.address(), BaseUnits.of(10 * SOL));
        chain.fund(shop, BaseUnits.of(SOL));
    }

    @AfterAll
    void close() {
        rig.close();
    }

    /** Extensions of the mint, of the vault's token account and of the receiver's; their states. */
    @ParameterizedTest
    @CsvSource({
        "'', '', '', INITIALIZED, INITIALIZED, moves",
        "1a00 2100 A 00, 1b00 0000, 1b00 0000, INITIALIZED, INITIALIZED, moves",
        "0e00 4000 A Z, 0f00 0100 00, 0f00 0100 00, INITIALIZED, INITIALIZED, moves",
        "'', '', 0800 0100 00, INITIALIZED, INITIALIZED, moves",
        "0900 0000, 0d00 0000, 0d00 0000, INITIALIZED, INITIALIZED, stays",
        "0e00 4000 A A, 0f00 0100 00, 0f00 0100 00, INITIALIZED, INITIALIZED, stays",
        "1a00 2100 A 01, 1b00 0000, 1b00 0000, INITIALIZED, INITIALIZED, stays",
        "'', '', 0800 0100 01, INITIALIZED, INITIALIZED, stays",
        "'', '', '', FROZEN, INITIALIZED, stays",
        "'', '', '', INITIALIZED, FROZEN, stays"
    })
    void theEngineRefusesWhatTheProgramsRefuse(
            String ofMint, String ofVault, String ofReceiver, TokenAccount.State vault, TokenAccount.State receiver, String end) {
        Custody custody = EngineFixture.engine(chain, new InMemoryJournal());
        put(mint, new MintAccount(Option.none(), BaseUnits.of(1_000), 0, Option.none(), Bytes.EMPTY).encode());
        var unused = land(custody, new BuildRequest.CreateAccount(
                createKey.address(), ann.address(), NewAccount.of(1, ann.address()).terms(), BuildOptions.DEFAULT));
        Address limit = land(custody, new BuildRequest.AddLimit(
                        account.address(),
                        LimitTerms.of(
                                shop,
                                new Token.Mint(mint),
                                BaseUnits.of(100),
                                Period.DAY,
                                Array.of(ann.address())),
                        new Authority.Vote(Array.of(ann.address())),
                        BuildOptions.DEFAULT))
                .limit()
                .get();
        put(mint, new MintAccount(Option.none(), BaseUnits.of(1_000), 0, Option.none(), bytes(ofMint)).encode());
        put(from, tokens(account.address(), vault, ofVault));
        put(to, tokens(shop, receiver, ofReceiver));

        boolean refused = custody
                .build(new BuildRequest.UseLimit(
                        account.address(), limit, ann.address(), shop, BaseUnits.of(1), BuildOptions.DEFAULT))
                .swap()
                .exists(why -> why instanceof BuildRefusal.TokensCannotMove);
        boolean failed = chain.simulate(use(limit)).get().failure().isDefined();

        assertEquals(end.equals("stays"), failed, () -> chain.simulate(use(limit)).get().toString());
        assertEquals(failed, refused);
    }

    private Bytes use(Address limit) {
        Operation spend = new Operation.Spend(
                ann.address(),
                limit,
                0,
                shop,
                BaseUnits.of(1),
                new SpendRoute.Tokens(mint, TokenProgram.TOKEN_2022.id(), 0, from, to),
                Option.none());
        Message message = new Message(
                MessageVersion.LEGACY,
                ann.address(),
                chain.latestBlockhash().get().blockhash(),
                Array.of(SquadsV4Program.PUBLIC.encode(account, spend)),
                Array.empty());
        return people.sign(new SolanaFormat().compile(message).get().transaction());
    }

    private TransactionPlan land(Custody custody, BuildRequest request) {
        TransactionPlan built = custody.build(request)
                .getOrElseThrow(refusal -> new AssertionError("this should have been built: " + refusal));
        Bytes signed = people.sign(built.single().unsigned().transaction());
        assertTrue(custody.submit(built.account().address(), signed, Array.empty(), new Retry.Unnamed()).isRight());
        return built;
    }

    private Bytes tokens(Address owner, TokenAccount.State state, String extensions) {
        return new TokenAccount(
                        mint,
                        owner,
                        BaseUnits.of(500),
                        Option.none(),
                        state,
                        Option.none(),
                        BaseUnits.ZERO,
                        Option.none(),
                        bytes(extensions))
                .encode();
    }

    private Address holding(Address owner) {
        return AssociatedTokenProgram.account(owner, mint, TokenProgram.TOKEN_2022).address();
    }

    private void put(Address address, Bytes data) {
        chain.put(address, new AccountData(BaseUnits.of(SOL), TokenProgram.TOKEN_2022.id(), data, false));
    }

    private static Bytes bytes(String hex) {
        return Bytes.ofHex(hex.replace("A", ADDRESS).replace("Z", ZEROS).replace(" ", ""));
    }
}
