package dev.mandate.engine.tenant;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.spending.Period;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.tenant.CreationOrder;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.ports.api.transfer.TransferQuery;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.testsupport.fuzz.FuzzRun;
import dev.mandate.testsupport.fuzz.Mutations;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever bytes the accounts of a chain hold, every read and every builder answers or refuses. */
@Tag("fuzz")
@Timeout(7_200)
class ForeignAccountsFuzzTest {

    private final FuzzFixture fixture = new FuzzFixture();
    private final TenantService service = fixture.service;
    private final Address account = fixture.account;
    private final Address ann = fixture.ann;
    private final Array<Address> both = Array.of(ann, fixture.bob);

    @Test
    void everyReadAndEveryBuilderAnswers() {
        Array<BiFunction<Random, BuildOptions, Object>> calls = reads().appendAll(builders());
        fixture.chain.takeNothing();
        FuzzRun.play(8, random -> {
            fixture.chain.mutateBy(random);
            Object unused = Mutations.among(calls, random).apply(random, options(random)).toString();
            fixture.chain.mutateNothing();
        });
    }

    private BuildOptions options(Random random) {
        return random.nextInt(10) == 0 ? BuildOptions.DEFAULT.withNonce(fixture.nonce) : BuildOptions.DEFAULT;
    }

    private long index(Random random) {
        return random.nextInt(20) == 0 ? Mutations.number(random) : 1 + random.nextInt(6);
    }

    private Array<BiFunction<Random, BuildOptions, Object>> reads() {
        return Array.of(
                (random, options) -> service.account(account),
                (random, options) -> service.transaction(account, index(random)),
                (random, options) -> service.transactions(account, OptionalLong.empty(), 10),
                (random, options) -> service.transactions(account, OptionalLong.of(index(random)), 3),
                (random, options) -> service.balances(account),
                (random, options) -> service.limits(account),
                (random, options) -> service.transfers(account, TransferQuery.newest(5)),
                (random, options) -> service.inspect(fixture.ref.settings()),
                (random, options) -> service.quote(
                        ServiceFixture.ACME.keyLine(), new CreationOrder(Command.CreateAccount.ofEquals(1, ann))),
                (random, options) -> service.submit(
                        account,
                        fixture.parties.signed(SystemProgram.transfer(ann, account, BaseUnits.of(1 + random.nextInt(1_000_000)))),
                        Array.empty(),
                        Array.empty(),
                        new Retry.Unnamed()));
    }

    private Array<BiFunction<Random, BuildOptions, Object>> builders() {
        Bytes pay = fixture.parties.unsigned(account, SystemProgram.transfer(account, fixture.shop, BaseUnits.of(5)));
        Authority vote = fixture.byVote();
        Authority admin = new Authority.Admin();
        Array<BiFunction<Random, BuildOptions, BuildRequest>> requests = Array.of(
                (random, options) -> new BuildRequest.CreateAccount(
                        TestKey.of("fuzz/create").address(), ann, Command.CreateAccount.ofEquals(1, ann), options),
                (random, options) -> change(new SettingsEdit.SetThreshold(new Threshold(2)), vote, options),
                (random, options) -> change(new SettingsEdit.SetTimeLock(new TimeLock(9)), admin, options),
                (random, options) -> change(new SettingsEdit.RemoveSigner(fixture.bob), vote, options),
                (random, options) -> new BuildRequest.HandOverAdmin(account, new AdminControl.None(), options),
                (random, options) -> new BuildRequest.AddLimit(
                        account, fixture.limitTerms("new", new Token.Mint(fixture.mint), Period.DAY, Array.empty()), vote, options),
                (random, options) -> new BuildRequest.RemoveLimit(account, Mutations.among(fixture.limits, random), vote, options),
                (random, options) -> new BuildRequest.ReplaceLimit(
                        account, Mutations.among(fixture.limits, random),
                        fixture.limitTerms("next", new Token.Sol(), Period.DAY, Array.empty()), vote, options),
                (random, options) -> new BuildRequest.UseLimit(
                        account, Mutations.among(fixture.limits, random), ann, fixture.shop, BaseUnits.of(1 + random.nextInt(2_000)), options),
                (random, options) -> new BuildRequest.Prepare(account, pay, both, options),
                (random, options) -> new BuildRequest.Propose(account, new Proposable.Transaction(pay), ann, options),
                (random, options) -> new BuildRequest.Transfer(
                        account, fixture.shop, new Token.Mint(fixture.mint), BaseUnits.of(5), both, options),
                (random, options) -> new BuildRequest.Transfer(account, fixture.shop, new Token.Sol(), BaseUnits.of(5), both, options),
                (random, options) -> new BuildRequest.CreateNonceAccount(account, TestKey.of("fuzz/fresh").address(), ann, options),
                (random, options) -> new BuildRequest.Activate(account, index(random), ann, options),
                (random, options) -> new BuildRequest.CastVotes(
                        account, index(random), Mutations.among(Array.of(Vote.values()), random), both, options),
                (random, options) -> new BuildRequest.Execute(account, index(random), both, options),
                (random, options) -> new BuildRequest.Close(account, index(random), ann, options));
        return requests.map(request -> (random, options) -> service.validate(request.apply(random, options)));
    }

    private BuildRequest change(SettingsEdit edit, Authority authority, BuildOptions options) {
        return new BuildRequest.ChangeSettings(account, Array.of(edit), authority, LeaversLimits.REFUSE, options);
    }
}
