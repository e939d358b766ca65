package dev.mandate.engine.tenant;

import static dev.mandate.engine.tenant.ServiceFixture.ACME;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.rpc.RpcChain;
import dev.mandate.adapters.rpc.RpcSettings;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.engine.NodeRounds;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.tenant.AccountOverview;
import dev.mandate.ports.api.tenant.Creation;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.TokenAccount;
import dev.mandate.testkit.node.SolanaTestNode;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The requests to a node that depend on each other. Requests of one round are made at once: none is answered before all have come. */
class RoundTripsTest {

    private static final Array<String> ACCOUNTS_AND_BLOCKHASH = Array.of("getMultipleAccounts", "getLatestBlockhash getEpochInfo");
    private static final Array<String> LIMITS_PRICE_AND_FEE =
            Array.of("simulateTransaction", "getRecentPrioritizationFees", "getFeeForMessage");
    private static final Array<String> SENDING = Array.of("sendTransaction");
    private static final Array<String> STATUS = Array.of("getEpochInfo getSignatureStatuses");

    private final ServiceFixture fixture = new ServiceFixture();
    private final SolanaTestNode node = SolanaTestNode.httpOnly(fixture.devnet);
    private final TenantService service = fixture.engine(
                    new RpcChain(RpcSettings.of(Network.DEVNET, Array.of(node.providerUrl()))), fixture.journal, ServiceFixture.GENEROUS)
            .service(Network.DEVNET, ACME.tenant())
            .get();
    private final Address account = created().account().address();

    @AfterEach
    void close() {
        node.close();
    }

    private Creation created() {
        return service.create(ACME.keyLine(), fixture.order(), new Retry.Unnamed()).get();
    }

    @Test
    void aBuildTakesTwoOnceTheRentIsKnown() {
        TransactionPlan first = fixture.change(service, account, 60);

        TransactionPlan second = assertRounds(
                () -> fixture.change(service, account, 61), Array.of(ACCOUNTS_AND_BLOCKHASH, LIMITS_PRICE_AND_FEE));

        assertEquals(first.single().fee(), second.single().fee());
    }

    /** What the review asks of them is read together with the account. */
    @Test
    void aBuildThatNamesOthersTakesNoMore() {
        fixture.devnet.fund(account, BaseUnits.of(5_000_000_000L));
        TransactionPlan joining = built(joining("first"));
        TransactionPlan paying = built(paying("first"));

        TransactionPlan joiningLater = assertRounds(
                () -> built(joining("second")), Array.of(ACCOUNTS_AND_BLOCKHASH, LIMITS_PRICE_AND_FEE));
        TransactionPlan payingLater = assertRounds(
                () -> built(paying("second")), Array.of(ACCOUNTS_AND_BLOCKHASH, Array.of("getMultipleAccounts"), LIMITS_PRICE_AND_FEE));

        assertEquals(joining.single().fee().total(), joiningLater.single().fee().total());
        assertEquals(paying.single().fee().total(), payingLater.single().fee().total());
    }

    private TransactionPlan built(BuildRequest request) {
        return service.build(request).get();
    }

    private BuildRequest joining(String name) {
        return new BuildRequest.ChangeSettings(
                account,
                Array.of(new SettingsEdit.AddSigners(Array.of(new Signer(TestKey.of(name).address(), Permissions.ALL)))),
                new Authority.Vote(Array.of(fixture.ann.address(), fixture.bob.address())),
                LeaversLimits.REFUSE,
                BuildOptions.DEFAULT);
    }

    private BuildRequest paying(String name) {
        return new BuildRequest.Transfer(
                account,
                TestKey.of(name).address(),
                new Token.Sol(),
                BaseUnits.of(1_000_000_000),
                Array.of(fixture.ann.address(), fixture.bob.address()),
                BuildOptions.DEFAULT);
    }

    @Test
    void anAccountWithBalancesTakesOneAndItsMintsAnother() {
        Array<String> accountLimitsAndTokens =
                Array.of("getMultipleAccounts", "getMultipleAccounts getProgramAccounts")
                        .appendAll(Array.fill(2, "getMultipleAccounts getTokenAccountsByOwner"));
        assertTrue(assertRounds(
                        () -> service.overview(account, AccountOverview.Balances.READ).get(), Array.of(accountLimitsAndTokens))
                .balances()
                .get()
                .isEmpty());

        Address mint = TestKey.of("a mint").address();
        fixture.devnet.put(TestKey.of("a token account").address(), new AccountData(
                BaseUnits.of(2_039_280), TokenProgram.TOKEN.id(), TokenAccount.of(mint, account, BaseUnits.of(5)).encode(), false));
        assertEquals(1, assertRounds(
                        () -> service.overview(account, AccountOverview.Balances.READ).get(),
                        Array.of(accountLimitsAndTokens, Array.of("getMultipleAccounts")))
                .balances()
                .get()
                .size());
    }

    @Test
    void aSubmitTakesThree() {
        var built = fixture.change(service, account, 60);

        ServiceFixture.assertConfirmed(assertRounds(
                () -> service.submit(account, fixture.signed(built), Array.empty(), new Retry.Unnamed()).get(),
                Array.of(Array.of("getLatestBlockhash getEpochInfo", "simulateTransaction"), SENDING, STATUS)));
    }

    @Test
    void aCreationTakesFive() {
        assertEquals(Creation.Status.CREATED, assertRounds(
                        this::created,
                        Array.of(
                                ACCOUNTS_AND_BLOCKHASH,
                                LIMITS_PRICE_AND_FEE,
                                ACCOUNTS_AND_BLOCKHASH,
                                SENDING,
                                STATUS))
                .status());
    }

    private <T> T assertRounds(Supplier<T> call, Array<Array<String>> rounds) {
        return NodeRounds.assertRounds(node, call, rounds);
    }
}
