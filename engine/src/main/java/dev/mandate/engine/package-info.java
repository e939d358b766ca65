/** The use cases behind the driving ports: load what a decision needs, decide, build. */
@NullMarked
package dev.mandate.engine;

import org.jspecify.annotations.NullMarked;
