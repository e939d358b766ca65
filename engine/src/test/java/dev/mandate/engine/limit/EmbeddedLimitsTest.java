package dev.mandate.engine.limit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.kms.authority.BouncyCastleAuthorityKeys;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.spending.PolicyPeriod;
import dev.mandate.engine.CustodyEngine;
import dev.mandate.engine.authority.AuthorityPorts;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.custody.ReservedUse;
import dev.mandate.solana.Solana;
import dev.mandate.simulator.keys.TestTokenHash;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The engine of an embedding host has what the server's engines have, if it is given a vault. */
class EmbeddedLimitsTest {

    private static final long PART = 1_000_000;

    private final EngineLimitFixture fixture = new EngineLimitFixture();

    private CustodyEngine.Builder host() {
        return CustodyEngine.builder()
                .network(Network.DEVNET)
                .chain(fixture.chain)
                .formats(Solana.SQUADS_V4)
                .journal(fixture.journal)
                .clock(fixture::now);
    }

    private CustodyEngine withVault() {
        return host().authorities(new AuthorityPorts(
                        fixture.vault, new BouncyCastleAuthorityKeys(), new TestTokenHash(), Option.none()))
                .build();
    }

    private BuildRequest.AddLimit asked(PolicyPeriod period) {
        return new BuildRequest.AddLimit(
                fixture.account,
                fixture.terms(period, 10 * PART),
                new Authority.Vote(Array.of(fixture.ann.address())),
                BuildOptions.DEFAULT);
    }

    @ParameterizedTest
    @EnumSource(PolicyPeriod.class)
    void aLimitOfEachPeriodIsMadeOnTheChain(PolicyPeriod period) {
        CustodyEngine host = withVault();

        TransactionPlan plan = host.build(asked(period)).get();
        Submission landed = host.submit(
                        fixture.account,
                        fixture.keys.sign(plan.single().unsigned().transaction()),
                        Array.empty(),
                        new Retry.Unnamed())
                .get();

        assertInstanceOf(Submission.State.Confirmed.class, landed.state());
        assertEquals(Array.of(plan.limit().get()), host.limits(fixture.account).get().map(view -> view.limit()));
    }

    @Test
    void aLimitThatTheEngineKeepsIsUsed() {
        CustodyEngine host = withVault();
        TransactionPlan plan = host.build(asked(PolicyPeriod.YEAR)).get();
        assertTrue(host.submit(
                        fixture.account,
                        fixture.keys.sign(plan.single().unsigned().transaction()),
                        Array.empty(),
                        new Retry.Unnamed())
                .isRight());
        Address limit = plan.limit().get();

        ReservedUse reserved = fixture.reserve(host, limit, PART).get();

        assertInstanceOf(Submission.State.Confirmed.class, fixture.submit(host, reserved).get().state());
        assertTrue(host.engineLimit(fixture.account, limit).isDefined());
    }

    @Test
    void withoutAVaultTheRefusalNamesIt() {
        assertEquals(Either.left(new BuildRefusal.NoVault()), host().build().build(asked(PolicyPeriod.ONE_TIME)));
    }
}
