package dev.mandate.domain.transaction;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Roster;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import io.vavr.collection.Seq;
import io.vavr.collection.Vector;
import io.vavr.control.Either;

/**
 * Who does what where one transaction proposes, approves and executes.
 *
 * @param proposer holds CAN_INITIATE
 * @param approvers exactly as many voters as the threshold asks: one more would fail, the proposal being approved by then
 * @param executor holds CAN_EXECUTE
 */
public record RoleAssignment(Address proposer, Vector<Address> approvers, Address executor) {

    /**
     * The fewest of {@code available} that can carry a transaction through, those given first preferred.
     *
     * @return the roles, or everything that stands in the way
     */
    public static Either<Vector<RoleProblem>, RoleAssignment> choose(Roster roster, Seq<Address> available) {
        Vector<Signer> signers =
                Vector.ofAll(available).distinct().flatMap(roster::find);
        Vector<RoleProblem> problems = problems(roster, Vector.ofAll(available).distinct(), signers);
        return problems.isEmpty() ? Either.right(fewest(roster, signers)) : Either.left(problems);
    }

    /** Everyone who must sign, each once: proposer, approvers, executor. */
    public Vector<Address> everyone() {
        return approvers.prepend(proposer).append(executor).distinct();
    }

    private static Vector<RoleProblem> problems(Roster roster, Vector<Address> available, Vector<Signer> signers) {
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
        if (!signers.exists(signer -> signer.may(Permission.CAN_EXECUTE))) {
            problems = problems.append(new RoleProblem.NobodyExecutes());
        }
        return problems;
    }

    private static RoleAssignment fewest(Roster roster, Vector<Signer> signers) {
        Vector<Address> proposers = holders(signers, Permission.CAN_INITIATE);
        Vector<Address> voters = holders(signers, Permission.CAN_VOTE);
        Vector<Address> executors = holders(signers, Permission.CAN_EXECUTE);
        int threshold = roster.threshold().value();
        RoleAssignment best = assign(proposers.head(), voters, executors.head(), threshold);
        // Nobody beats as many people as there must be approvals.
        for (Address proposer : proposers) {
            for (Address executor : executors) {
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
            Address proposer, Vector<Address> voters, Address executor, int threshold) {
        Vector<Address> preferred = voters.filter(voter -> voter.equals(proposer) || voter.equals(executor));
        Vector<Address> approvers =
                preferred.appendAll(voters.removeAll(preferred)).take(threshold);
        return new RoleAssignment(proposer, approvers, executor);
    }

    private static Vector<Address> holders(Vector<Signer> signers, Permission permission) {
        return signers.filter(signer -> signer.may(permission)).map(Signer::address);
    }
}
