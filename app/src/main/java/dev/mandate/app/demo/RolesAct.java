package dev.mandate.app.demo;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;

/** People with one role each, who sign apart. */
record RolesAct(Stage stage, Address stranger, Address receiver, Address proposer, Address voter, Address other, Address executor) {

    static RolesAct on(Stage stage, Address stranger, Address receiver) {
        return new RolesAct(
                stage,
                stranger,
                receiver,
                stage.person("Pia"),
                stage.person("Vic"),
                stage.person("Wanda"),
                stage.person("Xaver"));
    }

    void play() {
        stage.narrator().step("In another account Pia proposes, Vic and Wanda vote, and Xaver executes");
        stage.creates("one permission each, threshold 2, no rent collector", DemoCall.post(Demo.ACCOUNTS, terms()), this::share);
    }

    private void share(Address account) {
        stage.name(account, "the account");
        stage.fund(account, BaseUnits.of(2 * Demo.SOL));
        stage.refuses("Vic proposes", propose(account, voter), "permission_missing");
        stage.lands(
                "0.01 SOL to each of 20 receivers, more than one transaction holds",
                account,
                prepare(account, Array.range(0, 20).map(number -> small(account, stage.key("receiver " + number)))));
        stage.lands(
                "Pia proposes to send 1 SOL", account, propose(account, proposer), built -> vote(account, built.index()));
        stage.lands(
                "all of them at once: 0.5 SOL to Erin",
                account,
                prepare(account, Array.of(transfer(account, receiver))));
    }

    private void vote(Address account, long index) {
        stage.refuses("Pia approves", Demo.step(account, index, "approve", proposer), "permission_missing");
        stage.refuses("a stranger approves", Demo.step(account, index, "approve", stranger), "not_a_signer");
        stage.lands("Vic approves", account, Demo.step(account, index, "approve", voter));
        stage.refuses("Vic approves twice", Demo.step(account, index, "approve", voter), "already_voted");
        stage.refuses(
                "Xaver executes it with one approval",
                Demo.step(account, index, "execute", executor),
                "transaction_state");
        stage.lands(
                "Vic rejects instead: two approvals are out of reach",
                account,
                Demo.step(account, index, "reject", voter));
        stage.refuses(
                "Wanda approves what is rejected", Demo.step(account, index, "approve", other), "transaction_state");
        stage.refuses("its rent is asked back", Demo.step(account, index, "close", proposer), "no_rent_collector");
    }

    private DemoBody terms() {
        return DemoBody.empty()
                .signers(Array.of(
                        new Signer(proposer, Permissions.of(Permission.CAN_INITIATE)),
                        new Signer(voter, Permissions.of(Permission.CAN_VOTE)),
                        new Signer(other, Permissions.of(Permission.CAN_VOTE)),
                        new Signer(executor, Permissions.of(Permission.CAN_EXECUTE))))
                .put("threshold", 2);
    }

    private DemoCall propose(Address account, Address by) {
        Instruction transfer = SystemProgram.transfer(account, receiver, BaseUnits.of(Demo.SOL));
        return DemoCall.post(
                Demo.path(account) + "/transactions",
                DemoBody.by(by).transaction(stage.draft(account, Array.of(transfer))));
    }

    private DemoCall prepare(Address account, Array<Instruction> instructions) {
        return Demo.prepare(account, stage.draft(account, instructions), proposer, voter, other, executor);
    }

    private static Instruction small(Address from, Address to) {
        return SystemProgram.transfer(from, to, BaseUnits.of(Demo.SOL / 100));
    }

    private static Instruction transfer(Address from, Address to) {
        return SystemProgram.transfer(from, to, BaseUnits.of(Demo.SOL / 2));
    }
}
