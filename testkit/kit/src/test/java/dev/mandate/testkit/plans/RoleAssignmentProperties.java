package dev.mandate.testkit.plans;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Roster;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.transaction.RoleAssignment.Until;
import dev.mandate.domain.transaction.RoleAssignment;
import dev.mandate.domain.transaction.RoleProblem;
import dev.mandate.testkit.generators.Addresses;
import dev.mandate.testkit.generators.HistoryParticipants;
import dev.mandate.testkit.generators.Rosters;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Who signs: each signer may play its role, and nobody signs without need. */
class RoleAssignmentProperties {

    @Property
    void rolesMatchPermissionsAndApprovalsEqualTheThreshold(
            @ForAll("rosters") Roster roster, @ForAll("available") Array<Address> available, @ForAll Until until) {
        RoleAssignment.choose(roster, available, until).forEach(roles -> {
            assertHolds(roster, roles.proposer(), Permission.CAN_INITIATE);
            roles.approvers().forEach(approver -> assertHolds(roster, approver, Permission.CAN_VOTE));
            roles.executor().forEach(executor -> assertHolds(roster, executor, Permission.CAN_EXECUTE));
            assertEquals(roster.threshold().value(), roles.approvers().distinct().size());
            assertEquals(until == Until.EXECUTED, roles.executor().isDefined());
            assertTrue(available.containsAll(roles.everyone()));
        });
    }

    @Property
    void theFewestSignersAreChosen(@ForAll("rosters") Roster roster, @ForAll("available") Array<Address> available) {
        RoleAssignment.choose(roster, available, Until.EXECUTED).forEach(roles -> assertEquals(
                fewestByTryingAll(roster, available), roles.everyone().size()));
    }

    @Property
    void ofThoseWhoAllSignTheFirstWhoCanHaveARoleHasIt(
            @ForAll("rosters") Roster roster, @ForAll("available") Array<Address> signing, @ForAll Until until) {
        var assigned = RoleAssignment.inOrder(roster, signing, until);
        assertEquals(RoleAssignment.choose(roster, signing, until).swap().toOption(), assigned.swap().toOption());
        assigned.forEach(roles -> {
            assertEquals(first(roster, signing, Permission.CAN_INITIATE, 1), Array.of(roles.proposer()));
            assertEquals(first(roster, signing, Permission.CAN_VOTE, roster.threshold().value()), roles.approvers());
            assertEquals(
                    until == Until.EXECUTED ? first(roster, signing, Permission.CAN_EXECUTE, 1) : Array.empty(),
                    roles.executor().toArray());
        });
    }

    private static Array<Address> first(Roster roster, Array<Address> signing, Permission permission, int number) {
        return signing.distinct().filter(address -> roster.require(address, permission).isRight()).take(number);
    }

    @Property
    void theFewestSignersAreChosenBesideThePayer(
            @ForAll("rosters") Roster roster, @ForAll("available") Array<Address> available) {
        for (Address payer : available.distinct()) {
            RoleAssignment.choose(roster, available, Until.EXECUTED, Option.some(payer))
                    .forEach(roles -> assertEquals(
                            fewestByTryingAll(roster, available, payer),
                            roles.everyone().append(payer).distinct().size()));
        }
    }

    @Example
    void ofTwoThatServeAlikeTheEarlierOneIsTaken() {
        Array<Address> people = HistoryParticipants.STANDARD.people();
        Permissions execute = Permissions.of(Permission.CAN_EXECUTE);
        Roster roster = Roster.of(
                        Array.of(
                                new Signer(people.get(0), Permissions.of(Permission.CAN_INITIATE)),
                                new Signer(people.get(1), Permissions.of(Permission.CAN_VOTE)),
                                new Signer(people.get(2), execute),
                                new Signer(people.get(3), execute)),
                        new Threshold(1))
                .get();

        for (int first : Array.of(2, 3)) {
            Array<Address> available = Array.of(people.get(first), people.get(5 - first), people.get(0), people.get(1));
            assertEquals(
                    Option.some(people.get(first)),
                    RoleAssignment.choose(roster, available, Until.EXECUTED).get().executor());
        }
    }

    @Property
    void itFailsExactlyWhereASetOfSignersCannotSuffice(
            @ForAll("rosters") Roster roster, @ForAll("available") Array<Address> available) {
        boolean strangers = available.exists(address -> roster.find(address).isEmpty());
        assertEquals(
                !strangers && suffices(roster, available),
                RoleAssignment.choose(roster, available, Until.EXECUTED).isRight());
    }

    @Property
    void theExecutorIsTheFirstSignerWithThePermission(
            @ForAll("rosters") Roster roster, @ForAll("available") Array<Address> available) {
        Array<Address> strangers = available.distinct().filter(address -> roster.find(address).isEmpty());
        Option<Address> first = available.find(address -> roster.require(address, Permission.CAN_EXECUTE).isRight());
        var answer = RoleAssignment.executor(roster, available);
        assertEquals(strangers.isEmpty() ? first : Option.none(), answer.toOption());
        assertEquals(
                first.isEmpty(),
                answer.swap().exists(problems -> problems.contains(new RoleProblem.NobodyExecutes())));
    }

    @Property
    void everyProblemIsReportedAtOnce(@ForAll("rosters") Roster roster) {
        Array<RoleProblem> problems =
                RoleAssignment.choose(roster, Array.empty(), Until.EXECUTED).getLeft();
        assertEquals(
                Array.of(
                        new RoleProblem.NobodyProposes(),
                        new RoleProblem.TooFewVoters(0, roster.threshold()),
                        new RoleProblem.NobodyExecutes()),
                problems);
    }

    @Provide
    Arbitrary<Roster> rosters() {
        return Rosters.governable(HistoryParticipants.STANDARD);
    }

    @Provide
    Arbitrary<Array<Address>> available() {
        return Addresses.of(HistoryParticipants.STANDARD).list().ofMaxSize(7).map(Array::ofAll);
    }

    private static int fewestByTryingAll(Roster roster, Array<Address> available) {
        return available.distinct()
                .combinations()
                .filter(some -> suffices(roster, some))
                .map(Array::size)
                .min()
                .get();
    }

    private static int fewestByTryingAll(Roster roster, Array<Address> available, Address payer) {
        return available.distinct()
                .combinations()
                .filter(some -> some.contains(payer) && suffices(roster, some))
                .map(Array::size)
                .min()
                .get();
    }

    private static boolean suffices(Roster roster, Array<Address> some) {
        Array<Signer> signers = some.distinct().flatMap(roster::find);
        return signers.count(signer -> signer.may(Permission.CAN_VOTE))
                        >= roster.threshold().value()
                && signers.exists(signer -> signer.may(Permission.CAN_INITIATE))
                && signers.exists(signer -> signer.may(Permission.CAN_EXECUTE));
    }

    private static void assertHolds(Roster roster, Address address, Permission permission) {
        assertTrue(roster.require(address, permission).isRight(), () -> address + " lacks " + permission);
    }
}
