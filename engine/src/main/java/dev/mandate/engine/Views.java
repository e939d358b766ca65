package dev.mandate.engine;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.Voters;
import dev.mandate.ports.custody.AccountView;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.LimitView;
import dev.mandate.ports.custody.TransactionView;
import io.vavr.collection.Seq;
import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Reads for people: what stands on the chain, and what follows from it now. */
final class Views {

    private final ChainReader reader;

    Views(ChainReader reader) {
        this.reader = reader;
    }

    Either<BuildRefusal, AccountView> account(Address account) {
        return reader.load(account, Vector.empty(), Vector.empty())
                .map(loaded -> new AccountView(loaded.ref(), loaded.settings(), loaded.balance(), loaded.now()));
    }

    Either<BuildRefusal, TransactionView> transaction(Address account, long index) {
        return index < 1
                ? Either.left(new BuildRefusal.UnknownTransaction(index))
                : reader.load(account, Vector.of(index), Vector.empty())
                        .flatMap(loaded -> loaded.account()
                                .transactions()
                                .get(index)
                                .map(transaction -> view(transaction, loaded.settings(), loaded.now()))
                                .toEither(() -> new BuildRefusal.UnknownTransaction(index)));
    }

    Either<BuildRefusal, Seq<LimitView>> limits(Address account) {
        return reader.load(account, Vector.empty(), Vector.empty())
                .flatMap(loaded -> reader.limitsOf(loaded.ref())
                        .map(limits -> limits.toVector()
                                .map(entry -> new LimitView(
                                        entry._1, entry._2.terms(), entry._2.windowAt(loaded.now())))));
    }

    private static TransactionView view(ManagedTransaction transaction, Settings settings, UnixTime now) {
        boolean stale = settings.makesStale(transaction.index());
        return new TransactionView(
                transaction,
                stale,
                transaction.proposal().toVector().flatMap(proposal -> mayStillVote(proposal, settings, stale)),
                executableAt(transaction, settings),
                now);
    }

    private static Vector<Address> mayStillVote(Proposal proposal, Settings settings, boolean stale) {
        Vector<Address> voters = settings.roster()
                .signers()
                .filter(signer -> signer.may(Permission.CAN_VOTE))
                .map(Signer::address);
        return switch (proposal) {
            case Proposal.Active active -> stale ? Vector.empty() : voters;
            case Proposal.Approved approved -> {
                Voters cancelled = approved.ballot().cancellations();
                yield voters.reject(cancelled::contain);
            }
            case Proposal.Draft draft -> Vector.empty();
            case Proposal.Executed executed -> Vector.empty();
            case Proposal.Rejected rejected -> Vector.empty();
            case Proposal.Cancelled cancelled -> Vector.empty();
        };
    }

    private static Option<UnixTime> executableAt(ManagedTransaction transaction, Settings settings) {
        return transaction.canBeExecutedUnder(settings)
                        && transaction.proposal().getOrNull() instanceof Proposal.Approved approved
                ? Option.some(settings.timeLock().releases(approved.since()))
                : Option.none();
    }
}
