package dev.mandate.domain.transaction;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Roster;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The roles of signers in one transaction that proposes, approves and perhaps executes.
 *
 * @param proposer holds CAN_INITIATE
 * @param approvers exactly as many voters as the threshold: a further vote would fail, since the proposal is approved by then
 * @param executor holds CAN_EXECUTE; none if execution has to wait
 */
public record RoleAssignment(Address proposer, Array<Address> approvers, Option<Address> executor) {

    /** The last step of the transaction. */
    public enum Until {
        APPROVED,
        EXECUTED
    }

    /**
     * Chooses the fewest of {@code available} that can complete a transaction. Prefers earlier ones.
     *
     * @return the roles, or every problem
     */
    public static Either<Array<RoleProblem>, RoleAssignment> choose(
            Roster roster, Seq<Address> available, Until until) {
        return choose(roster, available, until, Option.none());
    }

    /**
     * Does the same if one of them, the payer, signs in any case: this signer gets further roles first.
     *
     * @param anyway one of {@code available}
     */
    public static Either<Array<RoleProblem>, RoleAssignment> choose(
            Roster roster, Seq<Address> available, Until until, Option<Address> anyway) {
        Array<Address> distinct = Array.ofAll(available).distinct();
        Array<Signer> signers = distinct.flatMap(address -> named(roster, address));
        Array<RoleProblem> problems = problems(roster, distinct, signers, until);
        return problems.isEmpty() ? Either.right(fewest(roster, signers, until, anyway)) : Either.left(problems);
    }

    /**
     * Gives each role to the first of {@code signing} who can have it: for signers who all sign, whoever has a role.
     *
     * @return the roles, or every problem
     */
    public static Either<Array<RoleProblem>, RoleAssignment> inOrder(Roster roster, Seq<Address> signing, Until until) {
        Array<Address> distinct = Array.ofAll(signing).distinct();
        Array<Signer> signers = distinct.flatMap(address -> named(roster, address));
        Array<RoleProblem> problems = problems(roster, distinct, signers, until);
        return problems.isEmpty()
                ? Either.right(new RoleAssignment(
                        holders(signers, Permission.CAN_INITIATE).head(),
                        holders(signers, Permission.CAN_VOTE).take(roster.threshold().value()),
                        Option.when(until == Until.EXECUTED, () -> holders(signers, Permission.CAN_EXECUTE).head())))
                : Either.left(problems);
    }

    /**
     * Returns the first of {@code available} that can execute an approved transaction.
     *
     * @return the executor, or every problem
     */
    public static Either<Array<RoleProblem>, Address> executor(Roster roster, Seq<Address> available) {
        Array<Address> distinct = Array.ofAll(available).distinct();
        Option<Address> executor =
                distinct.find(address -> roster.find(address).exists(signer -> signer.may(Permission.CAN_EXECUTE)));
        Array<RoleProblem> problems = strangers(roster, distinct)
                .appendAll(Option.when(executor.isEmpty(), RoleProblem.NobodyExecutes::new));
        return problems.isEmpty() ? Either.right(executor.get()) : Either.left(problems);
    }

    /** Returns the roster's signer with the given address object, which may have its text cached. */
    private static Option<Signer> named(Roster roster, Address address) {
        return roster.find(address).map(signer -> new Signer(address, signer.permissions()));
    }

    /** Returns everyone who must sign, each once: proposer, approvers, executor. */
    public Array<Address> everyone() {
        return approvers.prepend(proposer).appendAll(executor).distinct();
    }

    private static Array<RoleProblem> problems(
            Roster roster, Array<Address> available, Array<Signer> signers, Until until) {
        Array<RoleProblem> problems = strangers(roster, available);
        if (!signers.exists(signer -> signer.may(Permission.CAN_INITIATE))) {
            problems = problems.append(new RoleProblem.NobodyProposes());
        }
        int voters = signers.count(signer -> signer.may(Permission.CAN_VOTE));
        if (voters < roster.threshold().value()) {
            problems = problems.append(new RoleProblem.TooFewVoters(voters, roster.threshold()));
        }
        if (until == Until.EXECUTED && !signers.exists(signer -> signer.may(Permission.CAN_EXECUTE))) {
            problems = problems.append(new RoleProblem.NobodyExecutes());
        }
        return problems;
    }

    private static Array<RoleProblem> strangers(Roster roster, Array<Address> available) {
        Array<Address> strangers =
                available.filter(address -> roster.find(address).isEmpty());
        return strangers.isEmpty() ? Array.empty() : Array.of(new RoleProblem.NotSigners(strangers));
    }

    private static RoleAssignment fewest(
            Roster roster, Array<Signer> signers, Until until, Option<Address> anyway) {
        Array<Address> proposers = holders(signers, Permission.CAN_INITIATE);
        Array<Address> voters = holders(signers, Permission.CAN_VOTE);
        Array<Option<Address>> executors = until == Until.EXECUTED
                ? holders(signers, Permission.CAN_EXECUTE).map(Option::some)
                : Array.of(Option.none());
        int threshold = roster.threshold().value();
        RoleAssignment best = assign(proposers.head(), voters, executors.head(), threshold, anyway);
        // The number of approvers is a lower bound, so this cannot be improved.
        for (Address proposer : proposers) {
            for (Option<Address> executor : executors) {
                if (best.people(anyway) == threshold) {
                    return best;
                }
                RoleAssignment candidate = assign(proposer, voters, executor, threshold, anyway);
                best = candidate.people(anyway) < best.people(anyway) ? candidate : best;
            }
        }
        return best;
    }

    private int people(Option<Address> anyway) {
        return everyone().appendAll(anyway).distinct().size();
    }

    /** Prefers approvers that have another role. */
    private static RoleAssignment assign(
            Address proposer,
            Array<Address> voters,
            Option<Address> executor,
            int threshold,
            Option<Address> anyway) {
        Array<Address> preferred = voters.filter(
                voter -> voter.equals(proposer) || executor.contains(voter) || anyway.contains(voter));
        Array<Address> approvers =
                preferred.appendAll(voters.removeAll(preferred)).take(threshold);
        return new RoleAssignment(proposer, approvers, executor);
    }

    private static Array<Address> holders(Array<Signer> signers, Permission permission) {
        return signers.filter(signer -> signer.may(permission)).map(Signer::address);
    }
}
