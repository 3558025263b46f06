package encore.command;

import org.junit.jupiter.api.Test;
import org.springframework.modulith.core.ApplicationModules;

class ModulesTest {

    @Test
    void features_meet_only_through_the_kernel_and_no_two_packages_need_each_other() {
        ApplicationModules.of("encore.command").verify();
    }
}
