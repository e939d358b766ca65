package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal.FitsList;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.SettingsEdit;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** Requests that cannot be divided among transactions are refused if they do not fit one. */
class IndivisibleRequestsTest extends SplitRequestFixture {


    @Test
    void isARequestWithADurableNonce() {
        Address nonce = fixture.ledger.nonce(fixture.key("nonce"), ann);

        assertEquals(
                new BuildRefusal.NonceCarriesOne(nonce),
                fixture.refusal(new BuildRequest.Prepare(
                        account,
                        memo(account, 1_049),
                        Array.of(ann, bob),
                        BuildOptions.DEFAULT.withNonce(nonce))));
    }

    @Test
    void isAChangeByTheAdmin() {
        Address admin = fixture.person("admin");
        Address held = fixture.account(NewAccount.of(1, ann).administeredBy(admin));

        assertInstanceOf(
                BuildRefusal.DoesNotFit.class,
                fixture.refusal(EngineFixture.change(held, EngineFixture.byAdmin(), new SettingsEdit.AddSigners(newSigners()))));
    }

    @Test
    void isAChangeOfSettingsThatNoBufferGathers() {
        assertInstanceOf(
                BuildRefusal.DoesNotFit.class,
                fixture.refusal(EngineFixture.change(
                        account, EngineFixture.byVoteOf(ann, bob), new SettingsEdit.AddSigners(newSigners()))));
    }

    @Test
    void omittingTheNonceIsNotSuggestedIfItWouldNotHelp() {
        Address nonce = fixture.ledger.nonce(fixture.key("nonce"), ann);

        assertInstanceOf(
                BuildRefusal.DoesNotFit.class,
                fixture.refusal(new BuildRequest.ChangeSettings(
                        account,
                        Array.of(new SettingsEdit.AddSigners(newSigners())),
                        EngineFixture.byVoteOf(ann, bob),
                        LeaversLimits.REFUSE,
                        BuildOptions.DEFAULT.withNonce(nonce))));
    }

    @Test
    void saysHowManySignersOrDestinationsFit() {
        FitsList signers = fits(new BuildRequest.ChangeSettings(
                account,
                Array.of(new SettingsEdit.AddSigners(newSigners())),
                EngineFixture.byVoteOf(ann, bob),
                LeaversLimits.REFUSE,
                BuildOptions.DEFAULT));
        LimitTerms terms = LimitTerms.of(
                        fixture.key("limit"), new Token.Sol(), BaseUnits.of(1), Period.DAY, Array.of(ann))
                .withDestinations(newSigners().take(32).map(Signer::address));
        FitsList destinations = fits(
                new BuildRequest.AddLimit(account, terms, EngineFixture.byVoteOf(ann, bob), BuildOptions.DEFAULT));

        assertEquals(FitsList.Kind.SIGNERS, signers.kind());
        assertEquals(40, signers.length());
        assertTrue(fixture.builds(EngineFixture.change(
                        account, EngineFixture.byVoteOf(ann, bob), new SettingsEdit.AddSigners(newSigners().take(signers.fits()))))
                .signers()
                .nonEmpty());
        assertEquals(FitsList.Kind.DESTINATIONS, destinations.kind());
        assertEquals(32, destinations.length());
        assertInstanceOf(
                BuildRefusal.DoesNotFit.class,
                fixture.refusal(EngineFixture.change(
                        account,
                        EngineFixture.byVoteOf(ann, bob),
                        new SettingsEdit.AddSigners(newSigners().take(signers.fits() + 1)))));
    }

    private FitsList fits(BuildRequest request) {
        return fixture.refusal(request) instanceof BuildRefusal.DoesNotFit(int bytes, int limit, Option<FitsList> fits)
                ? fits.get()
                : fail("it was not refused for its size");
    }

    private Array<Signer> newSigners() {
        return Array.rangeClosed(1, 40).map(i -> NewAccount.allowedAll(fixture.key("new " + i)));
    }
}
