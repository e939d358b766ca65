package dev.mandate.engine.creation;

import dev.mandate.domain.review.ReviewTerms.NonceAuthority;
import dev.mandate.engine.review.CallerAddresses;
import dev.mandate.engine.review.Reviewer;
import dev.mandate.engine.review.Safeguards;
import dev.mandate.ports.spi.policy.NonceAccounts;
import io.vavr.collection.HashSet;
import io.vavr.control.Either;
import dev.mandate.domain.account.Memo;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Agreed;
import dev.mandate.engine.agreement.AgreedReads;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.submission.Lifetime;
import dev.mandate.engine.creation.CreationRecord.Order;
import dev.mandate.engine.policy.PolicyCheck;
import dev.mandate.engine.policy.PolicySource;
import dev.mandate.engine.submission.Lifetimes;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.FoundAccount;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.SubmissionId;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.custody.TransactionVersion;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.keys.CreationId;
import dev.mandate.ports.spi.policy.TransactionPolicy;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** Builds the transactions that create accounts, and opens them as submissions. */
final class CreationTransactions {

    private final CreationParts parts;
    private final Reviewer reviewer;

    CreationTransactions(CreationParts parts) {
        this.parts = parts;
        // The operator pays here, and its terms were reviewed for the tenant before.
        this.reviewer = new Reviewer(
                parts.engine().chain(),
                parts.engine().chain(),
                parts.engine().formats(),
                new Safeguards(parts.engine().settings().maxPriorityFee(), NonceAccounts.NONE, NonceAuthority.ANYBODY),
                new CallerAddresses(
                        HashSet.empty(), account -> parts.directory().find(account).isDefined(), address -> false, limit -> Option.none(),
                        account -> Option.none()));
    }

    /** The transaction of an order that the policies have allowed before. */
    Either<BuildRefusal, TransactionPlan> build(Order order) {
        return build(order.id(), order.terms(), order.memo(), policies(Array.empty()));
    }

    Either<BuildRefusal, TransactionPlan> build(
            CreationId id, Command.CreateAccount terms, Option<Memo> memo, PolicyCheck policies) {
        return validate(id, terms, memo, policies).peek(built -> parts.directory().remember(built.account()));
    }

    Either<BuildRefusal, TransactionPlan> validate(Order order) {
        return validate(order.id(), order.terms(), order.memo(), policies(Array.empty()));
    }

    Either<BuildRefusal, TransactionPlan> validate(
            CreationId id, Command.CreateAccount terms, Option<Memo> memo, PolicyCheck policies) {
        return parts.builder()
                .build(request(id, parts.operator().key().feePayer(), terms, memo, TransactionVersion.LEGACY_OR_V0), reviewer, policies);
    }

    /** The host's policies on what is ordered. */
    PolicyCheck policies() {
        return policies(parts.engine().settings().policies());
    }

    private PolicyCheck policies(Array<TransactionPolicy> asked) {
        return new PolicyCheck(
                parts.engine(), PolicySource.of(asked), ref -> Either.left(new BuildRefusal.NotOnChain(ref.settings().address())));
    }

    BuildRequest request(
            CreationId id, Address payer, Command.CreateAccount terms, Option<Memo> memo, TransactionVersion version) {
        BuildOptions options = memo.map(BuildOptions.DEFAULT::withMemo).getOrElse(BuildOptions.DEFAULT);
        return new BuildRequest.CreateAccount(parts.operator().key().createKey(id), payer, terms, options.paidBy(payer).withVersion(version));
    }

    /** The lifetime. It is read after the blockhash was, so it never ends too early. */
    Either<ChainFault, Lifetime> lifetime() {
        return Lifetimes.ofBlockhash(parts.engine().chain());
    }

    /** Adds the transaction of an order to a commit, as a submission. */
    Commit open(Commit commit, Order order, SubmissionId submission, TransactionPlan built, Lifetime lifetime) {
        return parts.submissions()
                .open(commit, submission, order.account().address(), Array.empty(), built.single().unsigned().transaction(), lifetime, Array.empty());
    }

    SubmissionId idOf(TransactionPlan built) {
        return parts.submissions().id(built.single().unsigned().message());
    }

    /** The settings of an ordered account: there if it was created. */
    Either<ChainFault, Agreed<FoundAccount>> settings(Order order) {
        AccountQuery query = parts.engine().program().query(order.account().settings().address());
        return AgreedReads.accounts(parts.engine().chain(), Array.of(query)).map(agreed -> agreed.map(snapshot -> snapshot.at(query)));
    }

    /** Whether the build was refused because the account exists already. */
    static boolean isThere(BuildRefusal refusal) {
        return refusal.each().exists(one -> one instanceof BuildRefusal.AccountExists);
    }
}
