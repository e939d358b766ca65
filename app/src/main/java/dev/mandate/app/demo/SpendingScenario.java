package dev.mandate.app.demo;

import dev.mandate.domain.chain.Address;

/** Small amounts, spent without the other signers. */
record SpendingScenario(
        DemoSession session, Address account, Address alice, Address bob, Address carol, Address mallory, Address erin) {

    void play() {
        session.output().step("Carol gets a spending limit: 1 SOL a day, to Erin alone");
        DemoBody terms = DemoBody.by(alice, bob)
                .amount("amount", Demo.SOL)
                .address("token_address", Address.ZERO)
                .put("period", "DAILY")
                .addresses("spending_limit_signers", carol)
                .addresses("destinations", erin);
        session.lands(
                "by vote of Alice and Bob, in one transaction",
                account,
                DemoCall.post(Demo.path(account) + "/spending-limits", terms),
                built -> spend(built.limit()));
    }

    private void spend(Address limit) {
        session.name(limit, "the limit");
        session.output().step("Carol spends within it, alone");
        session.lands("0.4 SOL to Erin", account, use(limit, carol, erin, 400_000_000));
        session.refuses("0.7 SOL more on the same day", use(limit, carol, erin, 700_000_000), "limit_exceeded");
        session.refuses("0.1 SOL to Mallory", use(limit, carol, mallory, 100_000_000), "destination_not_allowed");
        session.refuses("0.1 SOL by Mallory", use(limit, mallory, erin, 100_000_000), "not_entitled");
        session.refuses(
                "Carol leaves the account, and the limit is forgotten",
                DemoCall.patch(Demo.path(account), DemoBody.by(alice, bob).signers(Demo.withAllPermissions(alice, bob))),
                "signer_holds_limits");
        session.pass(86_401);
        session.lands("1 SOL to Erin, the next day", account, use(limit, carol, erin, Demo.SOL));
        session.holdsBalance(account, "8.6");
    }

    private DemoCall use(Address limit, Address by, Address to, long lamports) {
        return DemoCall.post(
                Demo.path(account) + "/spending-limits/" + limit + "/use",
                DemoBody.empty().amount("amount", lamports).address("destination", to).address("signer", by));
    }
}
