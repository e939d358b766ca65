package dev.mandate.engine;

import static dev.mandate.engine.EngineFixture.byVoteOf;
import static dev.mandate.engine.EngineFixture.execute;
import static dev.mandate.engine.EngineFixture.votes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.Warning;
import dev.mandate.domain.spending.Window;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.api.custody.AccountView;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.LimitView;
import dev.mandate.ports.api.custody.Phase;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.Recording;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.TransactionView;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.solana.squadsv4.ConfigAction;
import dev.mandate.solana.squadsv4.SquadsAddresses;
import dev.mandate.solana.squadsv4.instruction.ConfigTransactionCreate;
import dev.mandate.solana.squadsv4.instruction.ProposalCreate;
import dev.mandate.solana.squadsv4.instruction.ProposalVote;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ReadingTest {

    private static final int DAY = 86_400;

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address bob = fixture.person("bob");
    private final Address observer = fixture.person("observer");
    private final Address collector = fixture.key("collector");
    private final Address account = fixture.account(NewAccount.of(
                    2,
                    NewAccount.allowedAll(ann),
                    NewAccount.allowedAll(bob),
                    new Signer(observer, Permissions.of(Permission.CAN_INITIATE)))
            .lockedFor(600)
            .collectingRentFor(collector));

    @Test
    void anAccountShowsItsBalanceAndTheChainsTime() {
        fixture.pass(5);

        AccountView view = fixture.custody.account(account).get();

        assertEquals(account, view.ref().address());
        assertEquals(BaseUnits.of(5 * EngineFixture.SOL), view.balance());
        assertEquals(EngineFixture.START.plusSeconds(5), view.at());
    }

    @Nested
    class ATransaction {

        ATransaction() {
            fixture.lands(propose(new Proposable.Transaction(ClientTransactions.transfer(account, bob, EngineFixture.SOL))));
        }

        @Test
        void thatIsOpenShowsItsVoters() {
            TransactionView view = view(1);

            assertInstanceOf(Proposal.Active.class, view.transaction().proposal().get());
            assertInstanceOf(
                    TransactionContent.VaultInstructions.class,
                    view.transaction().content().get());
            assertEquals(Array.of(ann, bob).sorted(), view.mayStillVote());
            assertEquals(Option.none(), view.executableAt());
            assertFalse(view.stale());
        }

        @Test
        void thatIsApprovedShowsItsExecutionTimeAndCancellers() {
            fixture.lands(votes(account, 1, Vote.APPROVE, ann, bob));
            fixture.lands(votes(account, 1, Vote.CANCEL, ann));

            TransactionView view = view(1);

            assertEquals(Option.some(EngineFixture.START.plusSeconds(600)), view.executableAt());
            assertEquals(Array.of(bob), view.mayStillVote());
        }

        @Test
        void thatIsExecutedIsOver() {
            fixture.lands(votes(account, 1, Vote.APPROVE, ann, bob));
            fixture.pass(600);
            fixture.lands(execute(account, 1, ann));

            assertOver();
        }

        @Test
        void thatIsRejectedIsOver() {
            fixture.lands(votes(account, 1, Vote.REJECT, ann));

            assertOver();
        }

        @Test
        void thatIsStaleAndOpenHasNoVotersLeft() {
            changeTheThreshold();

            TransactionView view = view(1);

            assertTrue(view.stale());
            assertEquals(Array.empty(), view.mayStillVote());
        }

        @Test
        void thatIsStaleAndApprovedMayStillBeExecuted() {
            fixture.lands(votes(account, 1, Vote.APPROVE, ann, bob));
            changeTheThreshold();

            TransactionView view = view(1);

            assertTrue(view.stale());
            assertEquals(Option.some(EngineFixture.START.plusSeconds(600)), view.executableAt());
        }

        @Test
        void thatIsAStaleChangeOfSettingsNeverMay() {
            fixture.lands(propose(new Proposable.Settings(
                    Array.of(new SettingsEdit.RemoveSigner(observer)), LeaversLimits.REFUSE)));
            fixture.lands(votes(account, 2, Vote.APPROVE, ann, bob));
            changeTheThreshold();

            assertEquals(Option.none(), view(2).executableAt());
            assertTrue(view(2).stale());
        }

        @Test
        void thatIsNotThereIsUnknown() {
            assertEquals(
                    new BuildRefusal.UnknownTransaction(2),
                    fixture.custody.transaction(account, 2).getLeft());
            assertEquals(
                    new BuildRefusal.UnknownTransaction(-1),
                    fixture.custody.transaction(account, -1).getLeft());
        }

        private void assertOver() {
            assertEquals(Array.empty(), view(1).mayStillVote());
            assertEquals(Option.none(), view(1).executableAt());
        }
    }

    @Nested
    class TheHistoryOfATransaction {

        @Test
        void namesTheSubmissionThatRecordedIt() {
            fixture.lands(propose(new Proposable.Transaction(ClientTransactions.transfer(account, bob, EngineFixture.SOL))));

            Recording recording = recording(1).get();

            assertEquals(Option.some(observer), view(1).proposer());
            assertEquals(Option.some(EngineFixture.START), recording.at());
            assertEquals(observer, recording.rentPayer());
            assertTrue(fixture.custody.submission(recording.submission().get()).isDefined());
        }

        @Test
        void namesNoSubmissionOfWhatWasMadeElsewhere() {
            recordBesides("rent in May");

            assertEquals(Option.some(observer), view(1).proposer());
            assertEquals(
                    Option.some(new Recording(Option.some(EngineFixture.START), observer, Option.some("rent in May"), Option.none())),
                    recording(1));
        }

        @Test
        void isUnknownWhereNothingWasRecorded() {
            assertEquals(Option.none(), recording(1));
        }

        private Option<Recording> recording(long index) {
            return fixture.custody.recording(account, index).get();
        }
    }

    @Nested
    class ContentOfAnotherClientWithoutAProposal {

        ContentOfAnotherClientWithoutAProposal() {
            recordBesides("");
        }

        @Test
        void isADraft() {
            assertEquals(Option.none(), view(1).transaction().proposal());
        }

        @Test
        void isOpenedForVotesByWhoeverMayVoteOrPropose() {
            for (Address signer : Array.of(ann, observer)) {
                assertTrue(fixture.custody.validate(new BuildRequest.Activate(account, 1, signer, BuildOptions.DEFAULT)).isRight());
            }

            assertEquals(
                    new Phase.AwaitingVotes(0, new Threshold(2)),
                    fixture.landed(new BuildRequest.Activate(account, 1, observer, BuildOptions.DEFAULT)).phase());
            fixture.lands(votes(account, 1, Vote.APPROVE, ann, bob));

            assertInstanceOf(Proposal.Approved.class, view(1).transaction().proposal().get());
        }
    }

    @Nested
    class ADraftOfAnotherClient {

        ADraftOfAnotherClient() {
            fixture.lands(propose(new Proposable.Transaction(ClientTransactions.transfer(account, bob, EngineFixture.SOL))));
            fixture.lands(votes(account, 1, Vote.REJECT, ann));
            fixture.lands(new BuildRequest.Close(account, 1, ann, BuildOptions.DEFAULT));
            proposeBesides(true);
        }

        @Test
        void hasNoVotersBeforeItIsOpened() {
            assertInstanceOf(
                    Proposal.Draft.class, view(1).transaction().proposal().get());
            assertEquals(Array.empty(), view(1).mayStillVote());
        }

        @Test
        void isOpenedForVotes() {
            assertEquals(
                    new Phase.AwaitingVotes(0, new Threshold(2)),
                    fixture.landed(new BuildRequest.Activate(account, 1, observer, BuildOptions.DEFAULT))
                            .phase());

            assertInstanceOf(
                    Proposal.Active.class, view(1).transaction().proposal().get());
        }
    }

    @Nested
    class AnOrphanedProposal {

        AnOrphanedProposal() {
            fixture.lands(propose(new Proposable.Transaction(ClientTransactions.transfer(account, bob, EngineFixture.SOL))));
            fixture.lands(votes(account, 1, Vote.REJECT, ann));
            fixture.lands(new BuildRequest.Close(account, 1, ann, BuildOptions.DEFAULT));
            proposeBesides(false);
        }

        @Test
        void isShownAsOne() {
            assertTrue(view(1).transaction().isOrphaned());
        }

        @Test
        void isNotApproved() {
            assertEquals(
                    new BuildRefusal.Unwise(new Warning.WouldOrphan(1)),
                    fixture.refusal(votes(account, 1, Vote.APPROVE, ann, bob)));
            fixture.lands(votes(account, 1, Vote.REJECT, ann));
        }

        @Test
        void isApprovedByOthersWithoutBecomingExecutable() {
            approvesBesides(ann);
            approvesBesides(bob);

            assertEquals(
                    new Phase.NeverExecutable(),
                    fixture.landed(votes(account, 1, Vote.CANCEL, ann)).phase());
            fixture.pass(600);

            assertEquals(Option.none(), view(1).executableAt());
            assertEquals(
                    new BuildRefusal.Forbidden(new Refusal.NoTransaction(1)),
                    fixture.refusal(execute(account, 1, ann)));
        }
    }

    @Nested
    class ALimit {

        private final Address spender = fixture.person("spender");
        private final Address open = fixture.account(NewAccount.of(1, ann));
        private final Address limit =
                fixture.limit(open, fixture.limitTerms("limit", new Token.Sol(), 5_000_000, spender), byVoteOf(ann));

        ALimit() {
            fixture.lands(new BuildRequest.UseLimit(
                    open, limit, spender, bob, BaseUnits.of(2_000_000), BuildOptions.DEFAULT));
        }

        @Test
        void showsTheRemainder() {
            assertEquals(new Window(EngineFixture.START, BaseUnits.of(3_000_000)), window());
        }

        @Test
        void isNotWholeAgainAtTheEndOfItsPeriod() {
            fixture.pass(DAY);

            assertEquals(new Window(EngineFixture.START, BaseUnits.of(3_000_000)), window());
        }

        @Test
        void showsTheResetThatIsDue() {
            fixture.pass(2 * DAY + 1);

            assertEquals(new Window(EngineFixture.START.plusSeconds(2 * DAY), BaseUnits.of(5_000_000)), window());
        }

        private Window window() {
            return fixture.limits(open).map(LimitView::window).head();
        }
    }

    private TransactionView view(long index) {
        return fixture.custody
                .transaction(account, index)
                .getOrElseThrow(refusal -> new AssertionError("not read: " + refusal));
    }

    private BuildRequest propose(Proposable content) {
        return new BuildRequest.Propose(account, content, observer, BuildOptions.DEFAULT);
    }

    /** Content alone, without a proposal. */
    private void recordBesides(String memo) {
        AccountRef ref = fixture.custody.account(account).get().ref();
        fixture.landsBesides(
                observer,
                new ConfigTransactionCreate(
                        ref.settings(),
                        SquadsAddresses.V4.transaction(ref.settings(), 1).address(),
                        observer,
                        observer,
                        Array.of(new ConfigAction.Governance(new SettingsAction.SetTimeLock(new TimeLock(5)))),
                        Option.some(memo)));
    }

    private void proposeBesides(boolean draft) {
        AccountRef ref = fixture.custody.account(account).get().ref();
        fixture.landsBesides(
                ann,
                new ProposalCreate(
                        ref.settings(),
                        SquadsAddresses.V4.proposal(ref.settings(), 1).address(),
                        ann,
                        ann,
                        1,
                        draft));
    }

    private void approvesBesides(Address voter) {
        AccountRef ref = fixture.custody.account(account).get().ref();
        fixture.landsBesides(
                voter,
                new ProposalVote(ProposalVote.Kind.APPROVE, 
                        ref.settings(),
                        voter,
                        SquadsAddresses.V4.proposal(ref.settings(), 1).address(),
                        Option.none()));
    }

    /** Which makes stale whatever was proposed before. */
    private void changeTheThreshold() {
        long index = fixture.landed(EngineFixture.change(
                        account, byVoteOf(ann, bob), new SettingsEdit.SetThreshold(new Threshold(1))))
                .index()
                .get();
        fixture.pass(600);
        fixture.lands(execute(account, index, ann));
    }
}
