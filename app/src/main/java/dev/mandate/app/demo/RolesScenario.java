package dev.mandate.app.demo;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;

/** People with one role each, who sign separately. */
record RolesScenario(DemoSession session, Address stranger, Address receiver, Address proposer, Address voter, Address other,
        Address executor) {

    static RolesScenario on(DemoSession session, Address stranger, Address receiver) {
        return new RolesScenario(
                session,
                stranger,
                receiver,
                session.person("Pia"),
                session.person("Vic"),
                session.person("Wanda"),
                session.person("Xaver"));
    }

    void play() {
        session.output().step("In another account Pia proposes, Vic and Wanda vote, and Xaver executes");
        session.creates("one permission each, threshold 2, no rent collector", order(), this::share);
    }

    private void share(Address account) {
        session.name(account, "the account");
        session.fund(account, session.amount(2 * Demo.SOL));
        session.refuses("Vic proposes", propose(account, voter), "permission_missing");
        session.lands(
                session.sol(Demo.SOL / 100) + " to each of 20 receivers, more than one transaction holds",
                account,
                prepare(account, Array.range(0, 20).map(number -> transfer(account, session.key("receiver " + number), Demo.SOL / 100)))
                        .several());
        session.lands(
                "Pia proposes to send " + session.sol(Demo.SOL), account, propose(account, proposer), built -> vote(account, built.index()));
        session.lands(
                "all of them at once: " + session.sol(Demo.SOL / 2) + " to Erin",
                account,
                prepare(account, Array.of(transfer(account, receiver, Demo.SOL / 2))));
    }

    private void vote(Address account, long index) {
        session.refuses("Pia approves", Demo.step(account, index, "approve", proposer), "permission_missing");
        session.refuses("a stranger approves", Demo.step(account, index, "approve", stranger), "not_a_signer");
        session.lands("Vic approves", account, Demo.step(account, index, "approve", voter));
        session.refuses("Vic approves twice", Demo.step(account, index, "approve", voter), "already_voted");
        session.refuses(
                "Xaver executes it with one approval",
                Demo.step(account, index, "execute", executor),
                "transaction_state");
        session.lands(
                "Vic rejects instead: two approvals are out of reach",
                account,
                Demo.step(account, index, "reject", voter));
        session.refuses(
                "Wanda approves what is rejected", Demo.step(account, index, "approve", other), "transaction_state");
        session.refuses("its rent is asked back", Demo.step(account, index, "close", proposer), "no_rent_collector");
    }

    private DemoCall order() {
        return DemoCall.post(Demo.ACCOUNTS)
                .signers(Array.of(
                        new Signer(proposer, Permissions.of(Permission.CAN_INITIATE)),
                        new Signer(voter, Permissions.of(Permission.CAN_VOTE)),
                        new Signer(other, Permissions.of(Permission.CAN_VOTE)),
                        new Signer(executor, Permissions.of(Permission.CAN_EXECUTE))))
                .put("threshold", 2);
    }

    private DemoCall propose(Address account, Address by) {
        Instruction transfer = transfer(account, receiver, Demo.SOL);
        return DemoCall.post(Demo.path(account) + "/transactions").by(by).transaction(session.draft(account, Array.of(transfer)));
    }

    private DemoCall prepare(Address account, Array<Instruction> instructions) {
        return Demo.prepare(account, session.draft(account, instructions), proposer, voter, other, executor);
    }

    private Instruction transfer(Address from, Address to, long lamports) {
        return SystemProgram.transfer(from, to, session.amount(lamports));
    }
}
