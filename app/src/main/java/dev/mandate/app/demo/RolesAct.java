package dev.mandate.app.demo;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.transaction.ProposalRefusal;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.custody.BuildOptions;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.Proposable;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** People with one role each, who sign apart. */
record RolesAct(Stage stage, Address payer, Address receiver, Address proposer, Address voter, Address other, Address executor) {

    static RolesAct on(Stage stage, Address payer, Address receiver) {
        return new RolesAct(
                stage,
                payer,
                receiver,
                stage.person("Pia"),
                stage.person("Vic"),
                stage.person("Wanda"),
                stage.person("Xaver"));
    }

    void play() {
        stage.narrator().step("In a third account Pia proposes, Vic and Wanda vote, and Xaver executes");
        stage.lands(
                "one permission each, threshold 2, no rent collector",
                new BuildRequest.CreateAccount(stage.key("third create key"), payer, terms(), BuildOptions.DEFAULT),
                built -> built.account().map(AccountRef::address).forEach(this::share));
    }

    private void share(Address account) {
        stage.name(account, "the third account");
        stage.fund(account, BaseUnits.of(2 * Demo.SOL));
        stage.refuses("Vic proposes", propose(account, voter), Demo.is(Refusal.NotAllowed.class));
        stage.refuses(
                "a transfer that names 20 receivers at once",
                prepare(account, Vector.range(0, 20).map(number -> transfer(account, stage.key("receiver " + number)))),
                BuildRefusal.DoesNotFit.class::isInstance);
        stage.lands("Pia proposes to send 1 SOL", propose(account, proposer), built -> built.index()
                .forEach(index -> vote(account, index)));
        stage.lands("all of them at once: 0.5 SOL to Erin", prepare(account, Vector.of(transfer(account, receiver))));
    }

    private void vote(Address account, long index) {
        stage.refuses("Pia approves", votes(account, index, Vote.APPROVE, proposer), Demo.is(Refusal.NotAllowed.class));
        stage.refuses(
                "a stranger approves", votes(account, index, Vote.APPROVE, payer), Demo.is(Refusal.NotAllowed.class));
        stage.lands("Vic approves", votes(account, index, Vote.APPROVE, voter));
        stage.refuses(
                "Vic approves twice",
                votes(account, index, Vote.APPROVE, voter),
                Demo.stays(ProposalRefusal.AlreadyVoted.class));
        stage.refuses(
                "Xaver executes it with one approval",
                new BuildRequest.Execute(account, index, Vector.of(executor), BuildOptions.DEFAULT),
                Demo.stays(ProposalRefusal.WrongState.class));
        stage.lands("Vic rejects instead: two approvals are out of reach", votes(account, index, Vote.REJECT, voter));
        stage.refuses(
                "Wanda approves what is rejected",
                votes(account, index, Vote.APPROVE, other),
                Demo.stays(ProposalRefusal.WrongState.class));
        stage.refuses(
                "its rent is asked back",
                new BuildRequest.Close(account, index, payer, BuildOptions.DEFAULT),
                Demo.is(Refusal.NoRentCollector.class));
    }

    private Command.CreateAccount terms() {
        return new Command.CreateAccount(
                Vector.of(
                        new Signer(proposer, Permissions.of(Permission.CAN_INITIATE)),
                        new Signer(voter, Permissions.of(Permission.CAN_VOTE)),
                        new Signer(other, Permissions.of(Permission.CAN_VOTE)),
                        new Signer(executor, Permissions.of(Permission.CAN_EXECUTE))),
                new Threshold(2),
                TimeLock.NONE,
                new AdminControl.None(),
                Option.none());
    }

    private BuildRequest propose(Address account, Address by) {
        Instruction transfer = SystemProgram.transfer(account, receiver, BaseUnits.of(Demo.SOL));
        return new BuildRequest.Propose(
                account,
                new Proposable.Transaction(stage.draft(account, Vector.of(transfer))),
                by,
                BuildOptions.DEFAULT);
    }

    private BuildRequest prepare(Address account, Vector<Instruction> instructions) {
        return new BuildRequest.Prepare(
                account,
                stage.draft(account, instructions),
                Vector.of(proposer, voter, other, executor),
                BuildOptions.DEFAULT);
    }

    private static Instruction transfer(Address from, Address to) {
        return SystemProgram.transfer(from, to, BaseUnits.of(Demo.SOL / 2));
    }

    private static BuildRequest votes(Address account, long index, Vote vote, Address voter) {
        return new BuildRequest.CastVotes(account, index, vote, Vector.of(voter), BuildOptions.DEFAULT);
    }
}
