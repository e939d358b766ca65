/** Facts on which a signature or a final word rests: what as many sources of the chain tell alike as have to. */
@NullMarked
package dev.mandate.engine.agreement;

import org.jspecify.annotations.NullMarked;
