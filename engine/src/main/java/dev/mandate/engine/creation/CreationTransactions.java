package dev.mandate.engine.creation;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.account.Memo;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.submission.Lifetime;
import dev.mandate.domain.submission.SubmissionSubject;
import dev.mandate.engine.creation.CreationRecord.Order;
import dev.mandate.engine.policy.PolicyCheck;
import dev.mandate.engine.policy.PolicySource;
import dev.mandate.engine.submission.Lifetimes;
import dev.mandate.engine.submission.SubmissionBook;
import dev.mandate.ports.chain.ChainFault;
import dev.mandate.ports.custody.BuildOptions;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.SubmissionId;
import dev.mandate.ports.custody.TransactionPlan;
import dev.mandate.ports.custody.TransactionVersion;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.keys.CreationId;
import dev.mandate.ports.policy.TransactionPolicy;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Builds the transactions that create accounts, and opens them as submissions. */
final class CreationTransactions {

    private final CreationParts parts;

    CreationTransactions(CreationParts parts) {
        this.parts = parts;
    }

    /** The transaction of an order that the policies have allowed before. */
    Either<BuildRefusal, TransactionPlan> build(Order order) {
        return build(order.id(), order.terms(), order.memo(), policies(order.tenant(), Array.empty()));
    }

    Either<BuildRefusal, TransactionPlan> build(
            CreationId id, Command.CreateAccount terms, Option<Memo> memo, PolicyCheck policies) {
        return parts.custody()
                .build(request(id, parts.operator().feePayer(), terms, memo, TransactionVersion.LEGACY_OR_V0), policies);
    }

    Either<BuildRefusal, TransactionPlan> validate(Order order) {
        return validate(order.id(), order.terms(), order.memo(), policies(order.tenant(), Array.empty()));
    }

    Either<BuildRefusal, TransactionPlan> validate(
            CreationId id, Command.CreateAccount terms, Option<Memo> memo, PolicyCheck policies) {
        return parts.custody()
                .validate(request(id, parts.operator().feePayer(), terms, memo, TransactionVersion.LEGACY_OR_V0), policies);
    }

    /** The host's policies on what {@code tenant} orders. */
    PolicyCheck policies(Tenant tenant) {
        return policies(tenant, parts.policies());
    }

    private PolicyCheck policies(Tenant tenant, Array<TransactionPolicy> asked) {
        return parts.custody().policies(tenant, PolicySource.of(asked));
    }

    BuildRequest request(
            CreationId id, Address payer, Command.CreateAccount terms, Option<Memo> memo, TransactionVersion version) {
        BuildOptions options = memo.map(BuildOptions.DEFAULT::withMemo).getOrElse(BuildOptions.DEFAULT);
        return new BuildRequest.CreateAccount(parts.operator().createKey(id), payer, terms, options.paidBy(payer).withVersion(version));
    }

    /** The lifetime. It is read after the blockhash was, so it never ends too early. */
    Either<ChainFault, Lifetime> lifetime() {
        return Lifetimes.ofBlockhash(parts.chain());
    }

    /** Adds the transaction of an order to a commit, as a submission. */
    Commit open(Commit commit, Order order, SubmissionId submission, TransactionPlan built, Lifetime lifetime) {
        SubmissionSubject subject =
                new SubmissionSubject(order.tenant(), order.network(), order.account().address());
        return parts.submissions()
                .open(commit, submission, subject, built.single().unsigned().transaction(), lifetime, Option.none());
    }

    static SubmissionId idOf(Order order, TransactionPlan built) {
        return SubmissionBook.idOf(order.tenant(), order.network(), built.single().unsigned().message());
    }

    /** Whether the build was refused because the account exists already. */
    static boolean isThere(BuildRefusal refusal) {
        return refusal.each().exists(one -> one instanceof BuildRefusal.AccountExists);
    }
}
