package dev.mandate.app.demo;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import dev.mandate.ports.custody.Authority;
import dev.mandate.ports.custody.BuildOptions;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.LeaversLimits;
import dev.mandate.ports.custody.SettingsEdit;
import io.vavr.collection.Vector;
import java.util.function.Predicate;

/** Small money, without asking the others. */
record SpendingAct(
        Stage stage, Address account, Address alice, Address bob, Address carol, Address mallory, Address erin) {

    void play() {
        stage.narrator().step("Carol gets a spending limit: 1 SOL a day, to Erin alone");
        LimitTerms terms = new LimitTerms(
                stage.key("limit key"),
                0,
                new Token.Sol(),
                BaseUnits.of(Demo.SOL),
                Period.DAY,
                Vector.of(carol),
                Vector.of(erin));
        stage.lands(
                "by vote of Alice and Bob, in one transaction",
                new BuildRequest.AddLimit(
                        account, terms, new Authority.Vote(Vector.of(alice, bob)), BuildOptions.DEFAULT),
                built -> built.limit().forEach(this::spend));
    }

    private void spend(Address limit) {
        stage.name(limit, "the limit");
        stage.narrator().step("Carol spends within it, alone");
        stage.lands("0.4 SOL to Erin", use(limit, carol, erin, 400_000_000));
        stage.refuses("0.7 SOL more on the same day", use(limit, carol, erin, 700_000_000), notSpent());
        stage.refuses("0.1 SOL to Mallory", use(limit, carol, mallory, 100_000_000), notSpent());
        stage.refuses("0.1 SOL by Mallory", use(limit, mallory, erin, 100_000_000), notSpent());
        stage.refuses(
                "Carol leaves the account, and the limit is forgotten",
                new BuildRequest.ChangeSettings(
                        account,
                        Vector.of(new SettingsEdit.RemoveSigner(carol)),
                        new Authority.Vote(Vector.of(alice, bob)),
                        LeaversLimits.REFUSE,
                        BuildOptions.DEFAULT),
                BuildRefusal.LeaversHoldLimits.class::isInstance);
        stage.pass(86_401);
        stage.lands("1 SOL to Erin, the next day", use(limit, carol, erin, Demo.SOL));
        stage.holds("reads", "Erin holds 1.4 SOL", stage.balance(erin).equals(BaseUnits.of(1_400_000_000)));
    }

    private BuildRequest use(Address limit, Address by, Address to, long lamports) {
        return new BuildRequest.UseLimit(
                account, limit, by, to, BaseUnits.of(lamports), BuildOptions.DEFAULT);
    }

    private static Predicate<BuildRefusal> notSpent() {
        return Demo.is(Refusal.NotSpent.class);
    }
}
