package dev.mandate.app.demo;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;

/** Small amounts, spent without the other signers. */
record SpendingScenario(
        DemoSession session, Address account, Address alice, Address bob, Address carol, Address mallory, Address erin) {

    void play() {
        session.output().step("Carol gets a spending limit: " + session.sol(Demo.SOL) + " a day, to Erin alone");
        DemoCall grant = DemoCall.post(Demo.path(account) + "/spending-limits")
                .by(alice, bob)
                .put("amount", session.amount(Demo.SOL))
                .put("token_address", Address.ZERO)
                .put("period", "DAILY")
                .addresses("spending_limit_signers", carol)
                .addresses("destinations", erin);
        session.lands("by vote of Alice and Bob, in one transaction", account, grant, built -> spend(built.limit()));
    }

    private void spend(Address limit) {
        session.name(limit, "the limit");
        session.output().step("Carol spends within it, alone");
        BaseUnits before = session.balance(account);
        spends("", limit, 400_000_000);
        session.refuses(session.sol(700_000_000) + " more on the same day", use(limit, carol, erin, 700_000_000), "limit_exceeded");
        session.refuses(session.sol(100_000_000) + " to Mallory", use(limit, carol, mallory, 100_000_000), "destination_not_allowed");
        session.refuses(session.sol(100_000_000) + " by Mallory", use(limit, mallory, erin, 100_000_000), "not_entitled");
        session.refuses(
                "Carol leaves the account, and the limit is forgotten",
                DemoCall.patch(Demo.path(account)).by(alice, bob).signers(Demo.withAllPermissions(alice, bob)),
                "signer_holds_limits");
        long spent = switch (session.pace()) {
            case ADVANCED -> {
                session.pass(86_401);
                spends(", the next day", limit, Demo.SOL);
                yield 400_000_000 + Demo.SOL;
            }
            case REAL -> {
                session.output().fact("left out", "the next day");
                yield 400_000_000;
            }
        };
        session.holdsBalance(account, before.minus(session.amount(spent)).get());
    }

    private void spends(String when, Address limit, long lamports) {
        session.lands(session.sol(lamports) + " to Erin" + when, account, use(limit, carol, erin, lamports));
    }

    private DemoCall use(Address limit, Address by, Address to, long lamports) {
        return DemoCall.post(Demo.path(account) + "/spending-limits/" + limit + "/use")
                .put("amount", session.amount(lamports))
                .put("destination", to)
                .put("signer", by);
    }
}
