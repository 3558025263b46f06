package encore.kernel.fans;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * A fan at its latest change. The wire shows one record: the fan with the key in it.
 *
 * @param fanTimeKey {@code <unix_time>_<milliseconds>_<fan_id>}
 */
public record UpdatedFan(String fanTimeKey, @JsonUnwrapped Fan fan) {}
