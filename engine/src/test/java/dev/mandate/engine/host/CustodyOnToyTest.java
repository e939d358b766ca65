package dev.mandate.engine.host;

import dev.mandate.testkit.host.CustodyContract;
import dev.mandate.testkit.host.HostUnderTest;
import dev.mandate.testsupport.toy.SimulatedToyProgram;
import dev.mandate.testsupport.toy.ToyProgram;

/** Another account program under the engine changes nothing for a host. */
class CustodyOnToyTest extends CustodyContract {

    @Override
    protected HostUnderTest fresh() {
        return new InMemoryHost(SimulatedToyProgram.chain(InMemoryHost.START), ToyProgram.formats(), HostBug.NONE);
    }
}
