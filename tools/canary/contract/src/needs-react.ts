// canary: walls contract-needs-only-zod
import { useState } from 'react';

export const hook = useState;
