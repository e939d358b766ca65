package dev.mandate.testkit.laws.review;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.domain.transaction.RoleAssignment;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.custody.SubmitRequest;
import dev.mandate.ports.spi.program.ComputeBudget;
import dev.mandate.testkit.laws.review.ReviewCase.Nonce;
import dev.mandate.testkit.laws.review.ReviewedRequest.Content;
import dev.mandate.testkit.laws.review.ReviewedRequest.OfContent;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import java.util.function.UnaryOperator;

/** A case, asked of the builders and handed to {@code submit}. */
final class ReviewComparison {

    private final CustodyUnderTest tested;
    private final ReviewCase one;
    private final ReviewScene scene;
    private final HandEncoding encoding;

    ReviewComparison(CustodyUnderTest tested, ReviewCase one) {
        this.tested = tested;
        this.one = one;
        this.scene = ReviewScene.of(tested, one);
        this.encoding = new HandEncoding(scene, one);
    }

    /** The findings of the build; none if it is refused for other reasons, because then nothing was reviewed. */
    Option<Set<ReviewFinding>> built() {
        return tested.custody()
                .build(request())
                .fold(
                        refusal -> Option.when(
                                refusal.each().forAll(BuildRefusal.Reviewed.class::isInstance),
                                () -> refusal.each()
                                        .map(each -> ((BuildRefusal.Reviewed) each).finding())
                                        .toSet()),
                        plan -> Option.some(HashSet.empty()));
    }

    /** The instructions in the order of the transaction. */
    Array<Instruction> instructions() {
        return Option.when(one.terms().nonce() != Nonce.NONE, () -> ReviewScene.FORMAT.advanceNonce(scene.nonce()))
                .toArray()
                .appendAll(budget().toArray().flatMap(ReviewScene.FORMAT::computeBudget))
                .appendAll(encoding.instructions());
    }

    /**
     * The findings of {@code submit}; none if the instructions do not fit into one transaction.
     *
     * @param change of the instructions
     */
    Option<Set<ReviewFinding>> submitted(UnaryOperator<Array<Instruction>> change) {
        return scene.transaction(
                        one.payer(),
                        Option.when(one.terms().nonce() != Nonce.NONE, scene::nonce),
                        change.apply(instructions()))
                .map(signed -> tested.custody()
                        .submit(SubmitRequest.of(account(), signed).acknowledging(one.terms().acknowledged()), new Retry.Unnamed())
                        .fold(
                                refusal -> refusal.each()
                                        .flatMap(each -> each instanceof SubmissionRefusal.Reviewed(ReviewFinding finding)
                                                ? Option.some(finding)
                                                : Option.<ReviewFinding>none())
                                        .toSet(),
                                taken -> HashSet.empty()));
    }

    private Address account() {
        return one.request() instanceof ReviewedRequest.CreatesAccount
                ? one.parties().address(Party.NEWCOMER)
                : Parties.ACCOUNT.address();
    }

    private Option<ComputeBudget> budget() {
        return switch (one.terms().priority()) {
            case NOT_SET -> Option.none();
            case LOW -> Option.some(ComputeBudget.of(1_000_000, BaseUnits.of(1)));
            case TOO_HIGH -> Option.some(ComputeBudget.of(1_000_000, BaseUnits.of(11_000_000)));
        };
    }

    private BuildOptions options() {
        BuildOptions paid = BuildOptions.DEFAULT.paidBy(one.payer()).acknowledging(one.terms().acknowledged());
        BuildOptions lasting = one.terms().nonce() == Nonce.NONE ? paid : paid.withNonce(scene.nonce().account());
        return budget().map(lasting::withComputeBudget).getOrElse(lasting);
    }

    private BuildRequest request() {
        BuildOptions options = options();
        Address account = Parties.ACCOUNT.address();
        return switch (one.request()) {
            case OfContent of -> request(account, of, options);
            case ReviewedRequest.HandsOver(Party next) ->
                new BuildRequest.HandOverAdmin(account, one.parties().heldBy(next), options);
            case ReviewedRequest.UsesLimit(Party to) ->
                new BuildRequest.UseLimit(
                        account, ReviewScene.LIMIT, one.parties().address(Party.ANN), one.parties().address(to), HandEncoding.USE, options);
            case ReviewedRequest.CreatesNonce(Party authority) ->
                new BuildRequest.CreateNonceAccount(account, Parties.NONCE_KEY.address(), one.parties().address(authority), options);
            case ReviewedRequest.CreatesAccount(var terms) ->
                new BuildRequest.CreateAccount(Parties.NEWCOMER_KEY.address(), one.payer(), terms, options);
        };
    }

    private BuildRequest request(Address account, OfContent of, BuildOptions options) {
        RoleAssignment roles = scene.roles();
        Array<Address> signers = roles.everyone();
        return switch (of.step()) {
            case AT_ONCE -> atOnce(account, of.content(), signers, options);
            case PROPOSE -> new BuildRequest.Propose(account, proposable(of.content()), roles.proposer(), options);
            case APPROVE -> new BuildRequest.CastVotes(account, 1, Vote.APPROVE, roles.approvers().take(1), options);
            case REJECT -> new BuildRequest.CastVotes(account, 1, Vote.REJECT, roles.approvers().take(1), options);
            case EXECUTE -> new BuildRequest.Execute(account, 1, roles.executor(), options);
        };
    }

    private BuildRequest atOnce(Address account, Content content, Array<Address> signers, BuildOptions options) {
        Authority authority = one.account().admin() instanceof AdminControl.None ? new Authority.Vote(signers) : new Authority.Admin();
        return switch (content) {
            case Content.Acts(var acts) -> new BuildRequest.Prepare(account, transaction(acts), signers, options);
            case Content.Settings(var actions) when actions.head() instanceof SettingsAction.AddSpendingLimit(var limit, var terms) ->
                new BuildRequest.AddLimit(account, terms, authority, options);
            case Content.Settings(var actions) ->
                new BuildRequest.ChangeSettings(account, edits(actions), authority, LeaversLimits.REFUSE, options);
        };
    }

    private Proposable proposable(Content content) {
        return switch (content) {
            case Content.Acts(var acts) -> new Proposable.Transaction(transaction(acts));
            case Content.Settings(var actions) -> new Proposable.Settings(edits(actions), LeaversLimits.REFUSE);
        };
    }

    private static Array<SettingsEdit> edits(Array<SettingsAction> actions) {
        return actions.flatMap(action -> switch (action) {
            case SettingsAction.AddSigner(var signer) -> Option.some(new SettingsEdit.AddSigners(Array.of(signer)));
            case SettingsAction.RemoveSigner(var signer) -> Option.some(new SettingsEdit.RemoveSigner(signer));
            case SettingsAction.ChangeThreshold(var threshold) -> Option.some(new SettingsEdit.SetThreshold(threshold));
            case SettingsAction.SetTimeLock(var timeLock) -> Option.some(new SettingsEdit.SetTimeLock(timeLock));
            case SettingsAction.SetRentCollector(var collector) -> Option.some(new SettingsEdit.SetRentCollector(collector));
            // It is a request of its own, and cannot be proposed here without being approved.
            case SettingsAction.LimitAction limit -> Option.<SettingsEdit>none();
        });
    }

    private Bytes transaction(Array<VaultAct> acts) {
        return ReviewScene.FORMAT
                .compile(new Message(
                        MessageVersion.LEGACY,
                        Parties.ACCOUNT.address(),
                        tested.chain().latestBlockhash().get().blockhash(),
                        encoding.acted(acts),
                        Array.empty()))
                .get()
                .transaction();
    }
}
