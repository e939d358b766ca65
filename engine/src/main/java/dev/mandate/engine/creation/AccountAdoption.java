package dev.mandate.engine.creation;

import dev.mandate.domain.chain.Agreed;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.submission.Lifetime;
import dev.mandate.domain.submission.SignedTransaction;
import dev.mandate.domain.submission.SubmissionCommand.Landing;
import dev.mandate.engine.creation.CreationHistory.Creating;
import dev.mandate.engine.creation.CreationRecord.Charge;
import dev.mandate.engine.creation.CreationRecord.Event;
import dev.mandate.engine.creation.CreationRecord.Order;
import dev.mandate.engine.creation.CreationRecord.State;
import dev.mandate.engine.journal.Answers;
import dev.mandate.engine.journal.Repository.Decision;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.SubmissionId;
import dev.mandate.ports.api.tenant.CreationRefusal;
import dev.mandate.ports.api.tenant.TenantAccount;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.FoundAccount;
import dev.mandate.ports.spi.journal.Commit;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Records an account again whose order the journal has lost: it was restored from a backup, and the account is on the chain at the address of the same
 * request.
 *
 * <p>Two things establish that it was made on these terms. They are part of the name from which its create key follows, and only the operator signs with
 * that. And where a node remembers the transaction that made it, that has these terms. Its settings may be others by now: its owners changed them.
 *
 * <p>Nothing is paid again, so it takes nothing of quota and budget.
 */
final class AccountAdoption {

    private final CreationParts parts;
    private final CreationRepository book;
    private final Answers answers;
    private final CreationTransactions transactions;
    private final CreationHistory history;

    AccountAdoption(CreationParts parts, CreationRepository book, Answers answers, CreationTransactions transactions) {
        this.parts = parts;
        this.book = book;
        this.answers = answers;
        this.transactions = transactions;
        this.history = new CreationHistory(parts.engine().chain(), parts.engine().formats());
    }

    /**
     * Records {@code order} as created, if its account is on the chain.
     *
     * @param charge the order's share of quota and budget, which is nothing
     * @param recorded what another call has recorded meanwhile
     * @return none if the account is not there; a refusal if this cannot be told, or if it was made on other terms
     */
    Option<Either<CreationRefusal, CreationRecord>> adopt(
            Order order, Charge charge, Retry retry, Supplier<Option<Either<CreationRefusal, CreationRecord>>> recorded) {
        return transactions.settings(order).fold(
                fault -> Option.some(Either.left(silent(fault))),
                found -> Option.when(
                        found.value() instanceof FoundAccount.Owned,
                        () -> made(order).flatMap(creating -> record(order, charge, retry, recorded, found, creating))));
    }

    /** The transaction that made the account, if enough nodes remember it. Refused if any node remembers other terms. */
    private Either<CreationRefusal, Option<Agreed<Creating>>> made(Order order) {
        return history.find(order.account(), parts.operator().key().createKey(order.id()))
                .mapLeft(AccountAdoption::silent)
                .flatMap(found -> {
                    boolean asOrdered = found.remembered()
                            .forAll(one -> TermsDigest.of(one.instruction().terms()).equals(TermsDigest.of(order.terms())));
                    CreationRefusal refusal = found.agreed().isDefined()
                            ? new CreationRefusal.NotBuilt(new BuildRefusal.AccountExists(order.account().address()))
                            : silent(new ChainFault.NodesDisagree());
                    return asOrdered ? Either.right(found.agreed()) : Either.left(refusal);
                });
    }

    private Either<CreationRefusal, CreationRecord> record(
            Order order,
            Charge charge,
            Retry retry,
            Supplier<Option<Either<CreationRefusal, CreationRecord>>> recorded,
            Agreed<FoundAccount> there,
            Option<Agreed<Creating>> creating) {
        SubmissionId submission = parts.submissions()
                .id(creating.map(one -> one.value().transaction().message()).getOrElse(() -> Bytes.of(order.account().address().toArray())));
        return opened(order, submission, creating).flatMap(opened -> {
            parts.directory().remember(order.account());
            return parts.engine().journal().<Either<CreationRefusal, CreationRecord>, CreationRecord>commit(() -> recorded.get()
                            .toEither(() -> decided(order, charge, retry, submission, there, opened))
                            .swap())
                    .fold(known -> known, Either::right);
        });
    }

    private Decision<CreationRecord> decided(
            Order order, Charge charge, Retry retry, SubmissionId submission, Agreed<FoundAccount> there, Function<Commit, Commit> opened) {
        Event.Ordered ordered = new Event.Ordered(order, charge, submission);
        Event.Ended created = new Event.Ended(State.CREATED);
        Commit adopted = book.adopt(Commit.at(parts.engine().clock().now()), ordered, created, there);
        Commit owned = parts.accounts().find(order.account().address()).isDefined()
                ? adopted
                : parts.accounts().add(adopted, order.account(), TenantAccount.Origin.CREATED);
        return new Decision<>(
                opened.apply(answers.add(owned, retry, order.account().address().toString())),
                CreationRecord.evolve(Option.some(CreationRecord.evolve(Option.none(), ordered)), created));
    }

    /** What adds the landed transaction to a commit, as a submission; nothing if too few nodes remember it. */
    private Either<CreationRefusal, Function<Commit, Commit>> opened(Order order, SubmissionId submission, Option<Agreed<Creating>> creating) {
        return creating.<Either<CreationRefusal, Function<Commit, Commit>>>map(agreed -> transactions.lifetime()
                        .mapLeft(AccountAdoption::silent)
                        .map(lifetime -> commit -> landed(commit, order, submission, agreed, lifetime)))
                .getOrElse(() -> Either.right(commit -> commit));
    }

    private Commit landed(Commit commit, Order order, SubmissionId submission, Agreed<Creating> agreed, Lifetime lifetime) {
        Creating made = agreed.value();
        return parts.submissions()
                .landed(
                        commit,
                        submission,
                        order.account().address(),
                        made.transaction().transaction(),
                        lifetime,
                        new SignedTransaction(
                                parts.engine().format().withSignatures(made.transaction(), made.signatures()), made.signatures().head()),
                        agreed.map(one -> new Landing(one.signatures().head(), one.slot(), Option.none())));
    }

    private static CreationRefusal silent(ChainFault fault) {
        return new CreationRefusal.NotBuilt(new BuildRefusal.ChainSilent(fault));
    }
}
