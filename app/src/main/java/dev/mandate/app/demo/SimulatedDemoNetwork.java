package dev.mandate.app.demo;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.control.Either;

/** A simulated chain in the server. */
record SimulatedDemoNetwork(DemoClient client) implements DemoNetwork {

    @Override
    public String name() {
        return "a simulated chain";
    }

    @Override
    public Pace pace() {
        return Pace.ADVANCED;
    }

    @Override
    public BaseUnits amount(long lamports) {
        return BaseUnits.of(lamports);
    }

    @Override
    public BaseUnits operatorFunds() {
        return BaseUnits.ZERO;
    }

    /** Returns the same label in every run: the demo prints the same addresses. */
    @Override
    public String keyLabel(String person) {
        return "demo/" + person;
    }

    @Override
    public Either<String, String> fund(Address to, BaseUnits lamports) {
        return call(DemoCall.post("/api/v1/simulated/fund").put("address", to).put("lamports", lamports));
    }

    @Override
    public Either<String, String> pass(long seconds) {
        return call(DemoCall.post("/api/v1/simulated/advance").put("seconds", seconds));
    }

    private Either<String, String> call(DemoCall call) {
        DemoReply reply = client.send(call);
        return reply.isRefusal() ? Either.left(reply.status() + " " + reply.words().mkString(" ")) : Either.right(call.shown());
    }
}
