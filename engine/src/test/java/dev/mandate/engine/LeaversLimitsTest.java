package dev.mandate.engine;

import static dev.mandate.engine.EngineFixture.byAdmin;
import static dev.mandate.engine.EngineFixture.byVoteOf;
import static dev.mandate.engine.NewAccount.allowedAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.Token;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.LimitView;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.SettingsEdit;
import io.vavr.collection.Array;
import io.vavr.collection.TreeMap;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Who leaves an account leaves none of its spending limits by that. */
class LeaversLimitsTest {

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address bob = fixture.person("bob");
    private final Address cem = fixture.person("cem");
    private final Address dee = fixture.person("dee");
    private final Address admin = fixture.person("admin");

    @Nested
    class ByVote {

        private final Address account = fixture.account(NewAccount.of(1, ann, bob, cem));
        private final Address bobsLimit = limit("bob's", byVoteOf(ann), bob);
        private final Address sharedLimit = limit("shared", byVoteOf(ann), ann, bob, cem);
        private final Address annsLimit = limit("ann's", byVoteOf(ann), ann);

        @Test
        void aChangeIsRefusedWithTheLimitsOfEachLeaver() {
            assertEquals(
                    new BuildRefusal.LeaversHoldLimits(TreeMap.of(
                            bob, Array.of(bobsLimit, sharedLimit).sorted(), cem, Array.of(sharedLimit))),
                    fixture.refusal(change(
                            account,
                            byVoteOf(ann),
                            LeaversLimits.REFUSE,
                            new SettingsEdit.RemoveSigner(bob),
                            new SettingsEdit.RemoveSigner(cem))));
        }

        @Test
        void aProposalIsRefusedInTheSameWay() {
            assertEquals(
                    new BuildRefusal.LeaversHoldLimits(TreeMap.of(cem, Array.of(sharedLimit))),
                    fixture.refusal(new BuildRequest.Propose(
                            account,
                            new Proposable.Settings(
                                    Array.of(new SettingsEdit.RemoveSigner(cem)), LeaversLimits.REFUSE),
                            ann,
                            BuildOptions.DEFAULT)));
        }

        @Test
        void theLimitsAreRevokedInTheSameChange() {
            long rent = fixture.ledger.lamports(bobsLimit) + fixture.ledger.lamports(sharedLimit);

            fixture.landReturning(
                    rent,
                    fixture.builds(change(
                            account, byVoteOf(ann), LeaversLimits.REVOKE, new SettingsEdit.RemoveSigner(bob))));

            assertEquals(Array.of(annsLimit), limits(account));
            assertEquals(2, fixture.settings(account).roster().signers().length());
        }

        @Test
        void theLimitsAreKept() {
            fixture.lands(
                    change(account, byVoteOf(ann), LeaversLimits.KEEP, new SettingsEdit.RemoveSigner(bob)));

            assertEquals(Array.of(bobsLimit, sharedLimit, annsLimit).sorted(), limits(account));
        }

        @Test
        void aSignerKeptWithOtherPermissionsIsNoLeaver() {
            fixture.lands(change(
                    account,
                    byVoteOf(ann),
                    LeaversLimits.REFUSE,
                    new SettingsEdit.ReplaceSigners(Array.of(
                            allowedAll(ann),
                            allowedAll(bob),
                            new Signer(cem, Permissions.NONE)))));

            assertEquals(3, fixture.settings(account).roster().signers().length());
        }

        @Test
        void revokingAndMakingRoomMustBeTwoChanges() {
            assertEquals(
                    new BuildRefusal.MustBeTwoChanges(),
                    fixture.refusal(change(
                            account,
                            byVoteOf(ann),
                            LeaversLimits.REVOKE,
                            new SettingsEdit.RemoveSigner(bob),
                            new SettingsEdit.AddSigners(Array.of(
                                    allowedAll(dee), allowedAll(fixture.key("eve")))))));
        }

        @Test
        void revokingAndReplacingOneForOneIsOneChange() {
            long rent = fixture.ledger.lamports(bobsLimit) + fixture.ledger.lamports(sharedLimit);

            fixture.landReturning(
                    rent,
                    fixture.builds(change(
                            account,
                            byVoteOf(ann),
                            LeaversLimits.REVOKE,
                            new SettingsEdit.RemoveSigner(bob),
                            new SettingsEdit.AddSigners(Array.of(allowedAll(dee))))));

            assertEquals(Array.of(annsLimit), limits(account));
        }

        private Address limit(String createKey, Authority authority, Address... signers) {
            return fixture.limit(account, fixture.limitTerms(createKey, new Token.Sol(), 1_000, signers), authority);
        }
    }

    @Nested
    class ByTheAdmin {

        private final Address account = fixture.account(NewAccount.of(1, ann, bob).administeredBy(admin));
        private final Address limit =
                fixture.limit(account, fixture.limitTerms("limit", new Token.Sol(), 1_000, bob), byAdmin());

        @Test
        void aChangeIsRefusedWithTheLimits() {
            assertEquals(
                    new BuildRefusal.LeaversHoldLimits(TreeMap.of(bob, Array.of(limit))),
                    fixture.refusal(change(
                            account, byAdmin(), LeaversLimits.REFUSE, new SettingsEdit.RemoveSigner(bob))));
        }

        @Test
        void revokingAndMakingRoomIsOneTransaction() {
            long rent = fixture.ledger.lamports(limit);

            fixture.landReturning(
                    rent,
                    fixture.builds(change(
                            account,
                            byAdmin(),
                            LeaversLimits.REVOKE,
                            new SettingsEdit.RemoveSigner(bob),
                            new SettingsEdit.AddSigners(Array.of(allowedAll(cem), allowedAll(dee))))));

            assertEquals(Array.empty(), limits(account));
            assertEquals(3, fixture.settings(account).roster().signers().length());
        }

        @Test
        void theLimitsAreKept() {
            fixture.lands(change(account, byAdmin(), LeaversLimits.KEEP, new SettingsEdit.RemoveSigner(bob)));

            assertEquals(Array.of(limit), limits(account));
        }
    }

    private Array<Address> limits(Address account) {
        return fixture.limits(account).map(LimitView::limit);
    }

    private static BuildRequest change(
            Address account, Authority authority, LeaversLimits leaversLimits, SettingsEdit... edits) {
        return new BuildRequest.ChangeSettings(
                account, Array.of(edits), authority, leaversLimits, BuildOptions.DEFAULT);
    }
}
