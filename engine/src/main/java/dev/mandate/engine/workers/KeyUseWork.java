package dev.mandate.engine.workers;

import dev.mandate.engine.access.KeyUses;

/** Records when API keys were used, and once more when the workers stop. */
record KeyUseWork(KeyUses uses) implements Work {

    @Override
    public Progress step() {
        uses.record();
        return Progress.IDLE;
    }

    @Override
    public void atStop() {
        uses.record();
    }
}
