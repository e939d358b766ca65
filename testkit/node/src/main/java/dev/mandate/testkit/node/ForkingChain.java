package dev.mandate.testkit.node;

import dev.mandate.simulator.SimulatedChain;
import dev.mandate.testkit.node.faults.ForkingNode;
import dev.mandate.testkit.node.methods.NodeView;
import dev.mandate.testkit.node.methods.RpcMethods;
import tools.jackson.databind.json.JsonMapper;

/** Answers without a network, over a simulated chain. */
record ForkingChain(SimulatedChain chain, NodeView view, RpcMethods methods) implements ForkingNode {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    @Override
    public byte[] answer(byte[] request) {
        return MAPPER.writeValueAsBytes(methods.answer(RpcMethods.read(request)));
    }

    @Override
    public byte[] answerBehind(byte[] request, int slots) {
        synchronized (view) {
            long before = view.lag();
            view.lag(before + slots);
            try {
                return answer(request);
            } finally {
                view.lag(before);
            }
        }
    }

    @Override
    public void delayFinality() {
        chain.delayFinality();
    }

    @Override
    public void fork() {
        chain.fork();
    }
}
