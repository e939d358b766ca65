package dev.mandate.domain.transaction;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Roster;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import io.vavr.collection.Seq;
import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Who does what where one transaction proposes, approves and perhaps executes.
 *
 * @param proposer holds CAN_INITIATE
 * @param approvers exactly as many voters as the threshold asks: one more would fail, the proposal being approved by then
 * @param executor holds CAN_EXECUTE; none where execution has to wait
 */
public record RoleAssignment(Address proposer, Vector<Address> approvers, Option<Address> executor) {

    /** How far the transaction is to lead. */
    public enum Until {
        APPROVED,
        EXECUTED
    }

    /**
     * The fewest of {@code available} that can carry a transaction through, those given first preferred.
     *
     * @return the roles, or everything that stands in the way
     */
    public static Either<Vector<RoleProblem>, RoleAssignment> choose(
            Roster roster, Seq<Address> available, Until until) {
        Vector<Address> distinct = Vector.ofAll(available).distinct();
        Vector<Signer> signers = distinct.flatMap(roster::find);
        Vector<RoleProblem> problems = problems(roster, distinct, signers, until);
        return problems.isEmpty() ? Either.right(fewest(roster, signers, until)) : Either.left(problems);
    }

    /** Everyone who must sign, each once: proposer, approvers, executor. */
    public Vector<Address> everyone() {
        return approvers.prepend(proposer).appendAll(executor).distinct();
    }

    private static Vector<RoleProblem> problems(
            Roster roster, Vector<Address> available, Vector<Signer> signers, Until until) {
        Vector<RoleProblem> problems = Vector.empty();
        Vector<Address> strangers =
                available.filter(address -> roster.find(address).isEmpty());
        if (!strangers.isEmpty()) {
            problems = problems.append(new RoleProblem.NotSigners(strangers));
        }
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

    private static RoleAssignment fewest(Roster roster, Vector<Signer> signers, Until until) {
        Vector<Address> proposers = holders(signers, Permission.CAN_INITIATE);
        Vector<Address> voters = holders(signers, Permission.CAN_VOTE);
        Vector<Option<Address>> executors = until == Until.EXECUTED
                ? holders(signers, Permission.CAN_EXECUTE).map(Option::some)
                : Vector.of(Option.none());
        int threshold = roster.threshold().value();
        RoleAssignment best = assign(proposers.head(), voters, executors.head(), threshold);
        // Nobody beats as many people as there must be approvals.
        for (Address proposer : proposers) {
            for (Option<Address> executor : executors) {
                if (best.everyone().size() == threshold) {
                    return best;
                }
                RoleAssignment candidate = assign(proposer, voters, executor, threshold);
                best = candidate.everyone().size() < best.everyone().size() ? candidate : best;
            }
        }
        return best;
    }

    /** Lets the proposer and the executor approve as well, if they can, before others are asked. */
    private static RoleAssignment assign(
            Address proposer, Vector<Address> voters, Option<Address> executor, int threshold) {
        Vector<Address> preferred = voters.filter(voter -> voter.equals(proposer) || executor.contains(voter));
        Vector<Address> approvers =
                preferred.appendAll(voters.removeAll(preferred)).take(threshold);
        return new RoleAssignment(proposer, approvers, executor);
    }

    private static Vector<Address> holders(Vector<Signer> signers, Permission permission) {
        return signers.filter(signer -> signer.may(permission)).map(Signer::address);
    }
}
