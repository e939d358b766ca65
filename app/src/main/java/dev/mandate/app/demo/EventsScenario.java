package dev.mandate.app.demo;

import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;
import tools.jackson.databind.JsonNode;

/** A program hears of a transaction by the stream of events. */
record EventsScenario(DemoSession session, Address account, Address alice) {

    void play() {
        DemoOutput output = session.output();
        String selected = "smart_account_address=" + account + "&type=submission.*";
        output.step("A program follows what happens to the account");
        String since = "after=" + session.send(DemoCall.get("/api/v1/events?limit=100&" + selected)).text("/position") + "&" + selected;
        DemoCall stream = DemoCall.get("/api/v1/events/stream?" + since);
        output.asked("the account's events from now on", "GET /api/v1/events/stream");
        Array<JsonNode> events = session.follow(
                stream,
                () -> session.lands(
                        "a time lock of 60 s, by Alice alone", account, DemoCall.patch(Demo.path(account)).by(alice).put("time_lock", 60)),
                event -> event.path("type").asString().equals("submission.confirmed"));
        events.forEach(event -> output.fact("event", event.path("type").asString() + ", " + event.at("/data/status").asString()));
        session.holds(
                "told",
                "sent and confirmed, and the page has the same" + output.aside("GET /api/v1/events"),
                events.map(event -> event.path("type").asString()).equals(Array.of("submission.sent", "submission.confirmed"))
                        && Array.ofAll(session.send(DemoCall.get("/api/v1/events?limit=2&" + since)).body().path("items")).equals(events));
    }
}
